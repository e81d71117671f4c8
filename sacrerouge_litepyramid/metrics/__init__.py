"""The metrics by name: what each one needs and returns. Importing the package registers them."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
