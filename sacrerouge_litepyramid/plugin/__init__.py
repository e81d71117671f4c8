"""All code about SacreROUGE: metrics, readers and changes to it. Importing the package registers them."""

from sacrerouge_litepyramid.plugin.requirement import require_sacrerouge

require_sacrerouge()

from sacrerouge_litepyramid.plugin import host, host_metric, metrics, readers  # noqa: E402 (only where SacreROUGE is installed)

__all__ = ["host", "host_metric", "metrics", "readers"]

host.save_outputs_atomically()
host.keep_values_apart()
host.refuse_dotted_names()
