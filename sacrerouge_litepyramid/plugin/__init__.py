"""All code that depends on SacreROUGE.

Importing it registers this package's metrics and readers with SacreROUGE. It imports `metrics` and
below, nothing of `verdict`. Only `cli` and SacreROUGE use it.
"""

import sys
from importlib.util import find_spec

from sacrerouge_litepyramid.registry import import_modules

INSTALL = (
    'pip install "sacrerouge-litepyramid[sacrerouge]" && pip install --no-deps '
    "sacrerouge==0.2.5 repro==0.1.1"
)


def _require_sacrerouge() -> None:
    """Make SacreROUGE importable.

    Raise ImportError with the line that installs it if it is missing.
    """
    if find_spec("sacrerouge") is None:
        raise ImportError(f"SacreROUGE is not installed; {INSTALL}")
    if sys.version_info >= (3, 12) and "sacrerouge" not in sys.modules:
        _replace_overrides()


def _replace_overrides() -> None:
    """Replace the decorator of overrides==3.1.0, which cannot read Python 3.12's byte code.

    It only checks names.
    """
    try:
        import overrides
    except ModuleNotFoundError:
        raise ImportError(
            f"SacreROUGE needs overrides==3.1.0, which is not installed; {INSTALL}"
        ) from None
    overrides.overrides = lambda method: method


_require_sacrerouge()

# Only where SacreROUGE is installed.
import_modules(__name__)
from sacrerouge_litepyramid.plugin import host  # noqa: E402

# What importing the plugin changes in SacreROUGE; its command line changes more, for itself
# (`host.build_parser`).
host.keep_jackknifed_values()
host.check_metrics()
host.count_references_in_means()
host.describe_instances()
host.drop_jsonnet_warning()
