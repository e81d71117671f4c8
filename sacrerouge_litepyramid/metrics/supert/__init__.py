"""SUPERT (Gao, Zhao and Eger, ACL 2020): a summary against salient sentences of its sources.

Importing the package registers the strategies of sentence selection.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
