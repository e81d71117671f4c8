"""A model's device, precision and batch size, its weights, and its limit of tokens."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import InitVar, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

logger = logging.getLogger(__name__)

#: precision → torch's name of the type to load
DTYPES = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}
PRECISIONS = ("auto", *DTYPES)

#: On a CPU, larger batches are not faster, and have more padding.
_TOKENS_PER_BATCH_CPU = 2048
_TOKENS_PER_BATCH_CUDA = 16384


class ResolvedPlacement(NamedTuple):
    """A device of this machine, and a precision; neither is "auto"."""

    device: str
    precision: str


@dataclass(frozen=True)
class Placement:
    """The requested device, precision and padded tokens in a batch of a transformers model.

    Raises ImportError for a missing package, and ValueError for an impossible combination, without
    loading torch.
    """

    #: what begins messages
    component: InitVar[str]
    device: str = "auto"
    precision: str = "auto"
    tokens_per_batch: int | None = None
    #: whether "auto" may be bf16 on a CPU
    bf16_on_cpu: bool = False

    def __post_init__(self, component: str) -> None:
        missing = [package for package in ("torch", "transformers") if find_spec(package) is None]
        if missing:
            raise ImportError(
                f"{component} needs {' and '.join(missing)}: pip install "
                '"sacrerouge-litepyramid[nli]"'
            )
        check_placement(self.device, self.precision)
        if self.tokens_per_batch is not None and self.tokens_per_batch < 1:
            raise ValueError(f"tokens_per_batch must be at least 1, not {self.tokens_per_batch}")

    def resolve(self) -> ResolvedPlacement:
        """Replace "auto" by what suits this machine.

        Raise ValueError if it does not have the device.
        """
        device = resolve_device(self.device)
        precision = resolve_precision(self.precision, device, self.bf16_on_cpu)
        return ResolvedPlacement(device, precision)

    def batch_tokens(self, device: str) -> int:
        """Return the padded tokens in a batch on a resolved device."""
        return self.tokens_per_batch or default_tokens_per_batch(device)


def check_finite(logits: np.ndarray) -> np.ndarray:
    """Return a model's logits.

    Raise ValueError if one is not finite, as after an overflow of fp16.
    """
    if not np.isfinite(logits).all():
        raise ValueError("the model returned a logit that is not finite; try precision fp32")
    return logits


def check_placement(device: str, precision: str) -> None:
    """Raise ValueError if device or precision is unknown, or they cannot be combined."""
    if not re.fullmatch(r"auto|cpu|cuda(:\d+)?", device):
        raise ValueError(f"device {device!r} is unknown; known: auto, cpu, cuda, cuda:0, cuda:1, …")
    if precision not in PRECISIONS:
        raise ValueError(f"precision {precision!r} is unknown; known: {', '.join(PRECISIONS)}")
    if device == "cpu" and precision == "fp16":
        raise ValueError(
            "precision 'fp16' needs a CUDA device; on device 'cpu' use precision fp32, bf16 or auto"
        )


def resolve_device(device: str) -> str:
    """Return the device, or for ``auto`` CUDA if available, else the CPU.

    Raise ValueError if the device is missing.
    """
    import torch

    devices = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if device == "auto":
        return "cuda" if devices else "cpu"
    if device.startswith("cuda") and int(device.partition(":")[2] or 0) >= devices:
        raise ValueError(
            f"device {device!r} does not exist: torch finds {devices} CUDA devices; use auto or cpu"
        )
    return device


def resolve_precision(precision: str, device: str, bf16_on_cpu: bool = False) -> str:
    """Return the precision, or for ``auto`` bf16 if the hardware multiplies it, else fp32.

    Without ``bf16_on_cpu``, ``auto`` is fp32 on a CPU.
    """
    import torch

    check_placement(device, precision)
    if precision != "auto":
        return precision
    if device.startswith("cuda"):
        # torch's is_bf16_supported also returns True for GPUs that only emulate bf16, slowly.
        has_bf16 = torch.version.hip or torch.cuda.get_device_capability(device) >= (8, 0)
    else:
        has_bf16 = bf16_on_cpu and _has_bf16_tiles()
    return "bf16" if has_bf16 else "fp32"


def _has_bf16_tiles() -> bool:
    """Return whether the CPU multiplies matrices of bf16 in hardware, as those with AMX do.

    Releases of torch that cannot say so count as without.
    """
    import torch

    if not hasattr(torch.cpu, "get_capabilities"):
        return False
    return bool(torch.cpu.get_capabilities().get("amx_bf16"))


def default_tokens_per_batch(device: str, cuda_default: int = _TOKENS_PER_BATCH_CUDA) -> int:
    """Return the padded tokens in a batch on a resolved device."""
    return cuda_default if device.startswith("cuda") else _TOKENS_PER_BATCH_CPU


@contextmanager
def explain_out_of_memory(tokens_per_batch: int) -> Iterator[None]:
    """Re-raise a CUDA out-of-memory error with the setting to lower."""
    from torch.cuda import OutOfMemoryError

    try:
        yield
    except OutOfMemoryError as error:
        line = str(error).partition(". ")[0]
        raise RuntimeError(
            f"a batch of {tokens_per_batch} tokens does not fit: {line}; use a smaller "
            "tokens_per_batch"
        ) from error


def load_config(folder: Path) -> Any:
    from transformers import AutoConfig

    return AutoConfig.from_pretrained(folder, trust_remote_code=False)


def load_pretrained(
    auto_class: Any, folder: Path, precision: str, config: Any = None
) -> tuple[Any, list[str]]:
    """Load a model with one of transformers' Auto classes.

    Return it, and the weights missing in the checkpoint. ``config`` replaces the checkpoint's
    configuration. Torch's own format is read with ``weights_only``, and a model's code is never
    run. Raises ValueError if the shape of weights does not match the configuration.
    """
    import torch

    with _without_output_of_transformers():
        model, report = auto_class.from_pretrained(
            folder,
            config=config,
            dtype=getattr(torch, DTYPES[precision]),
            weights_only=True,
            trust_remote_code=False,
            output_loading_info=True,
            ignore_mismatched_sizes=True,
        )
    if mismatched := sorted(report["mismatched_keys"]):
        name, shape, expected = mismatched[0]
        raise ValueError(
            f"its weights {name} have the shape {list(shape)}, but config.json requires "
            f"{list(expected)}"
        )
    return model, sorted(report["missing_keys"])


def reject_missing(names: Sequence[str], note: str = "") -> None:
    if names:
        raise ValueError(f"its checkpoint lacks weights ({', '.join(names[:4])}){note}")


@contextmanager
def _without_output_of_transformers() -> Iterator[None]:
    """Suppress transformers' progress bar and its report on missing weights.

    The callers check the missing weights.
    """
    from transformers.utils import logging as transformers_logging

    has_progress_bar = transformers_logging.is_progress_bar_enabled()
    if has_progress_bar:
        transformers_logging.disable_progress_bar()
    try:
        with log_errors_only("transformers.modeling_utils"):
            yield
    finally:
        if has_progress_bar:
            transformers_logging.enable_progress_bar()


@contextmanager
def log_errors_only(name: str) -> Iterator[None]:
    """Suppress the warnings of a logger in the block."""
    # If the logger's level were set instead of a filter, transformers.modeling_utils would also
    # report on parallel tensors.
    log = logging.getLogger(name)
    log.addFilter(_is_error)
    try:
        yield
    finally:
        log.removeFilter(_is_error)


def _is_error(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.ERROR


def clip_max_length(max_length: int, tokenizer: Any, model: Any) -> int:
    """Return ``max_length``, lowered with a warning to the limit of model and tokeniser."""
    limit = min(tokenizer.model_max_length, find_position_limit(model))
    if max_length > limit:
        logger.warning(
            "max_length %d is more than the model's %d positions; using %d",
            max_length,
            limit,
            limit,
        )
    return min(max_length, limit)


def find_position_limit(model: Any) -> float:
    """Return the limit of tokens in a model's input; infinite if its configuration states none.

    Models like RoBERTa reserve the positions up to the padding index: 514 positions are enough for
    512 tokens.
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
