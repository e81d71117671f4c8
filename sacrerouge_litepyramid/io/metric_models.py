"""Where `setup-metric` puts models, and where judges and extractors look for them.

As for SacreROUGE's own metrics, this is $SACREROUGE_DATA_ROOT/metrics/METRIC, by default in
~/.sacrerouge.
"""

import os
from pathlib import Path

#: the folder of hub models in a metric's folder, a cache of huggingface_hub
HUB = "hub"


def find_metrics_folder() -> Path:
    """Return the folder that has a folder for each metric; it may not exist."""
    root = os.environ.get("SACREROUGE_DATA_ROOT") or "~/.sacrerouge"
    return Path(root).expanduser() / "metrics"


def list_hub_caches() -> list[Path]:
    """Return the metrics' folders of hub models, sorted by metric."""
    return sorted(find_metrics_folder().glob(f"*/{HUB}"))


def find_file(name: str) -> Path | None:
    """Return the file of this name that belongs to a metric, None if there is none."""
    return next(iter(sorted(find_metrics_folder().glob(f"*/{name}"))), None)
