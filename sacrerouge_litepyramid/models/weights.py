"""Load the weights of a checkpoint's folder, and find how many tokens the model takes at once."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.models.placement import DTYPES


def load_pretrained(auto_class: Any, folder: Path, precision: str) -> tuple[Any, list[str]]:
    """Load a model by a class of transformers' Auto kind; return it and the names of weights that the checkpoint lacks.

    Torch's own format is read with ``weights_only``, and no code of a model is run. Raises ValueError where weights
    have another shape than the configuration says.
    """
    import torch

    with _without_output_of_transformers():
        model, report = auto_class.from_pretrained(
            folder,
            dtype=getattr(torch, DTYPES[precision]),
            weights_only=True,
            trust_remote_code=False,
            output_loading_info=True,
            ignore_mismatched_sizes=True,
        )
    if mismatched := sorted(report["mismatched_keys"]):
        name, found, expected = mismatched[0]
        raise ValueError(f"its weights {name} have the shape {list(found)}, and by its config.json {list(expected)}")
    return model, sorted(report["missing_keys"])


def reject_missing(names: Sequence[str], note: str = "") -> None:
    """Raise ValueError where a checkpoint lacks weights."""
    if names:
        raise ValueError(f"its checkpoint lacks weights ({', '.join(names[:4])}){note}")


@contextmanager
def _without_output_of_transformers() -> Iterator[None]:
    """Keep transformers' progress bar off the terminal, and its report on weights, whose faults the callers raise."""
    from transformers.utils import logging as transformers_logging

    # A filter is used because with a level set this logger's module reports on parallel tensors too.
    log = logging.getLogger("transformers.modeling_utils")
    has_progress_bar = transformers_logging.is_progress_bar_enabled()
    log.addFilter(_is_error)
    if has_progress_bar:
        transformers_logging.disable_progress_bar()
    try:
        yield
    finally:
        log.removeFilter(_is_error)
        if has_progress_bar:
            transformers_logging.enable_progress_bar()


def _is_error(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.ERROR


logger = logging.getLogger(__name__)


def clip_max_length(max_length: int, tokenizer: Any, model: Any) -> int:
    """Return ``max_length``, lowered with a warning to what model and tokeniser take."""
    limit = min(tokenizer.model_max_length, position_limit(model))
    if max_length > limit:
        logger.warning("max_length %d is more than the model's %d positions; using %d", max_length, limit, limit)
    return min(max_length, limit)


def position_limit(model: Any) -> float:
    """Return the most tokens that a model takes; infinite when its configuration states no limit.

    RoBERTa-like models reserve the positions up to the padding index: 514 positions take 512 tokens.
    """
    positions = getattr(model.config.get_text_config(), "max_position_embeddings", None)
    if not isinstance(positions, int) or positions <= 0:
        return float("inf")
    reserved = [
        module.padding_idx + 1
        for name, module in model.named_modules()
        if name.endswith("position_embeddings") and getattr(module, "padding_idx", None) is not None
    ]
    return positions - max(reserved, default=0)
