"""Reading the weights of a checkpoint's folder."""

from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.models.placement import DTYPES


def load_pretrained(auto_class: Any, folder: Path, precision: str) -> tuple[Any, list[str]]:
    """The model that a class of transformers' Auto kind makes, and the names of weights that the checkpoint lacks.

    Torch's own format is read with ``weights_only``, and no code of a model is run.
    """
    import torch

    model, report = auto_class.from_pretrained(
        folder,
        dtype=getattr(torch, DTYPES[precision]),
        weights_only=True,
        trust_remote_code=False,
        output_loading_info=True,
    )
    return model, sorted(report["missing_keys"])
