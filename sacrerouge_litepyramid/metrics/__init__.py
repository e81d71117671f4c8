"""The metrics by name. Importing it registers them.

It imports `scoring` and below. `plugin` and `api` run metrics, and so do `scale`, `experiments` and
`verdict.tables`.
"""

from sacrerouge_litepyramid.registry import import_modules

import_modules(__name__)
