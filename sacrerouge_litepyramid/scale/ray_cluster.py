"""Ray: the connection of this process to a cluster, or to this machine's cores, and the room for workers there."""

import logging
import os
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

logger = logging.getLogger(__name__)


def check_ray_installed(what: str) -> None:
    """Raise ImportError with the line that installs Ray; ``what`` begins the message."""
    if find_spec("ray") is None:
        raise ImportError(f'{what} needs ray: pip install "sacrerouge-litepyramid[ray]"')


def check_bounds(bounds: Mapping[str, tuple[float | None, float]]) -> None:
    """Raise ValueError for a setting below its smallest value; by name the setting, None where not given, and that."""
    for name, (value, smallest) in bounds.items():
        if value is not None and value < smallest:
            raise ValueError(f"{name} must be at least {smallest}, not {value}")


def start_ray(address: str | None) -> None:
    """Connect this process to a cluster, or start Ray on this machine; keep an existing connection."""
    import ray

    if ray.is_initialized():
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    local: dict[str, Any] = {} if address else {"include_dashboard": False}
    # What Ray says would stand on standard output, among the results.
    ray.init(address=address or "local", logging_level=logging.WARNING, log_to_driver=False, **local)


def count_workers(workers: int | None, cpus: float, gpus: float, what: str) -> int:
    """Return the number of workers, each with these CPUs and GPUs; None is as many as there is room for.

    ``what``: the plural that messages call the workers. Raises ValueError when they do not fit, because Ray would wait
    for ever.
    """
    import ray

    there = ray.cluster_resources()
    room = int(there.get("CPU", 0) // cpus)
    if gpus:
        room = min(room, int(there.get("GPU", 0) / gpus))
    elif there.get("GPU"):
        logger.warning("the model runs on CPUs: of Ray's %g GPUs the %s ask for none", there["GPU"], what)
    if (workers or 1) > room:
        raise ValueError(
            f"{workers or 1} {what} of {cpus} CPUs and {gpus} GPUs do not fit: "
            f"Ray has {there.get('CPU', 0):g} CPUs and {there.get('GPU', 0):g} GPUs, room for {room}"
        )
    return workers or room


def hide_gpus(gpus: float) -> None:
    """Let this process see no GPU, if it has none of Ray's: a model would take one all the same."""
    if not gpus:
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
