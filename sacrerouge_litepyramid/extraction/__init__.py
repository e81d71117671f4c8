"""Text to units: extractors, the annotators they use, and sentence features; importing the package registers them."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
