"""Extractive summarizers that search for the extract of the highest reward.

Importing the package registers them.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
