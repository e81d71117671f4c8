"""Register the package with SacreROUGE, for `--include-packages sacrerouge_litepyramid`."""

import sacrerouge_litepyramid.plugin  # noqa: F401 (registers them)
