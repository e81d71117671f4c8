"""The metrics by name. Importing it registers them."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
