"""Text to units. Importing the package registers extractors, their annotators and sentence features."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
