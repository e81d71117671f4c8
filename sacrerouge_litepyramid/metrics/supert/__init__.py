"""SUPERT (Gao, Zhao and Eger, ACL 2020): soft alignment, and the selections of sentences.

Importing the package registers the selections.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
