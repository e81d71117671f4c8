"""Judges: does the summary state this unit? Importing the package registers them."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
