"""Ray on this machine, whose workers import what the tests do."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def start_ray(cpus: int) -> Iterator[None]:
    """Start Ray with a number of CPUs, and stop it when the block ends."""
    import ray

    environment = {"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}}
    ray.init(
        num_cpus=cpus,
        include_dashboard=False,
        logging_level="ERROR",
        log_to_driver=False,
        runtime_env=environment,
    )
    try:
        yield
    finally:
        ray.shutdown()
