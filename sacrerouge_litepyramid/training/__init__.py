"""Fit what is fitted. Importing the package registers the judges that can be trained."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
