"""Token encoders: a vector for each token of a text. Importing the package registers them."""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
