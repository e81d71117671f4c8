"""Register the package's metrics and readers with SacreROUGE, for `--include-packages
sacrerouge_litepyramid`.
"""

import sacrerouge_litepyramid.plugin  # noqa: F401 (registers them)
