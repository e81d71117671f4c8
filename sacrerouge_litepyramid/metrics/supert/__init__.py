"""SUPERT (Gao, Zhao and Eger, ACL 2020): sentence selection, which importing it registers, and soft
alignment.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
