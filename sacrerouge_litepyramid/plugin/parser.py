"""SacreROUGE's own parser, whose commands log to standard error here."""

import argparse
import logging
import sys
from pathlib import Path

from sacrerouge_litepyramid.plugin import host

#: the function that sets up logging; each of SacreROUGE's commands holds it
PREPARE = "prepare_global_logging"


def build_parser() -> argparse.ArgumentParser:
    """Return SacreROUGE's parser, which takes the dataset readers of this package too."""
    host.defer_pyplot()
    host.import_by_full_names()
    host.silence_parameters()
    host.refuse_dotted_names()
    host.save_outputs_atomically()
    from sacrerouge.arguments import build_argument_parser

    parser = build_argument_parser()
    for name, module in list(sys.modules.items()):
        if name.startswith("sacrerouge.") and hasattr(module, PREPARE):
            setattr(module, PREPARE, prepare_logging)
    return parser


def prepare_logging(file_path: str | None = None, silent: bool = False) -> None:
    """Log to a file if one is given, and to standard error unless ``silent``, in SacreROUGE's format."""
    handlers: list[logging.Handler] = []
    if file_path is not None:
        Path(file_path).parent.mkdir(parents=True, exist_ok=True)
        handlers.append(logging.FileHandler(file_path))
    if not silent:
        handlers.append(logging.StreamHandler(sys.stderr))
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s - %(levelname)s - %(name)s - %(message)s", handlers=handlers
    )
