"""A transformers sequence classifier: text pairs in, logits out."""

import logging
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, batch_by_tokens, chunked, collate
from sacrerouge_litepyramid.models.checkpoint import Checkpoint, CheckpointError
from sacrerouge_litepyramid.models.language_model import Prompt, encode_pairs, make_stripper
from sacrerouge_litepyramid.models.output_labels import is_unnamed
from sacrerouge_litepyramid.models.placement import (
    Placement,
    check_finite,
    clip_max_length,
    default_tokens_per_batch,
    explain_out_of_memory,
    load_config,
    load_pretrained,
    log_errors_only,
)

logger = logging.getLogger(__name__)

_Classifier = TypeVar("_Classifier", bound="PairClassifier")
#: (summary, unit), or the two texts of another model's pair
TextPair = tuple[str, str]
#: RoBERTa adds four special tokens to a pair
MIN_MAX_LENGTH = 8
#: enough that, even with a small model, the GPU computes longer than the CPU takes to launch the
#: kernels
CLASSIFIER_TOKENS_PER_BATCH_CUDA = 32768
#: the number of pairs that are tokenised together: a GPU still computes the last batches of a chunk
#: while the CPU tokenises the next one, if that takes less time than two batches
PAIRS_PER_CHUNK = 2048


class _LoadedClassifier(NamedTuple):
    """The tokeniser and the weights of a classifier, on a device."""

    tokenizer: Any
    model: Any
    #: the limit of tokens in a pair, at most that of the model and the tokeniser
    max_length: int
    device: str


class PairClassifier:
    """A sequence classifier of transformers.

    Files are read when first needed, and the weights only to predict.

    Args:
        model: hub name or folder.
        revision: branch, tag or commit of a hub model.
        labels: the meaning of each output, in order, if the model's own label names do not state
            it.
        max_length: the limit of tokens in a pair; in a longer pair, the longer text is cut first.
        tokens_per_batch: padded tokens in a batch, which changes memory and speed only; by default
            2,048 on the CPU and 32,768 on CUDA.
        precision: fp32, bf16, fp16 (CUDA) or auto (bf16 on CUDA if supported, for NLI also on CPUs
            with AMX, else fp32).
        device: cpu, cuda, cuda:N or auto.
    """

    #: the registered name
    type: ClassVar[str]
    #: the model's name in the message about a missing package
    component: ClassVar[str]
    #: the end of the message about a checkpoint without a classification head
    remedy: ClassVar[str]
    #: whether the precision "auto" may be bf16 on a CPU
    bf16_on_cpu: ClassVar[bool] = False
    #: joins the texts of a pair into one, and keeps units whole; None if the model reads two texts
    template: Prompt | None = None

    def __init__(
        self,
        model: str,
        revision: str | None = None,
        labels: Sequence[str] | None = None,
        max_length: int = 400,
        tokens_per_batch: int | None = None,
        precision: str = "auto",
        device: str = "auto",
    ) -> None:
        self.placement = Placement(
            self.component, device, precision, tokens_per_batch, self.bf16_on_cpu
        )
        if max_length < MIN_MAX_LENGTH:
            raise ValueError(
                f"max_length must be at least {MIN_MAX_LENGTH} tokens, not {max_length}"
            )
        self.checkpoint = Checkpoint(model, revision)
        self.labels = labels
        self.max_length = max_length

    @abstractmethod
    def read_labels(self, config: Any) -> Sequence[str]:
        """Return the meaning of each output of a model with this configuration of transformers."""

    @abstractmethod
    def order_columns(self, labels: Sequence[str]) -> tuple[int, ...]:
        """Return the indices of the outputs to use, in the order of `compute_logits`."""

    def load_weights(self, folder: Path, precision: str) -> Any:
        return load_classifier(folder, precision, remedy=self.remedy)

    def identity(self) -> dict[str, Any]:
        return {
            "type": self.type,
            "model": self.checkpoint.name,
            "revision": self.checkpoint.revision,
            "labels": list(self.output_labels),
            "max_length": self.max_length,
            "precision": self.placement.resolve().precision,
        }

    def compute_logits(self, pairs: Sequence[TextPair]) -> np.ndarray:
        """Return logits of shape (pairs, columns), float32."""
        if not pairs:
            return np.zeros((0, len(self.columns)), dtype=np.float32)
        outputs = self._compute_outputs(pairs)
        return check_finite(outputs[:, list(self.columns)])

    def _compute_outputs(self, pairs: Sequence[TextPair]) -> np.ndarray:
        import torch
        from tqdm import tqdm

        tokenizer, model, _, device = self.loaded
        budget = self.placement.tokens_per_batch or default_tokens_per_batch(
            device, CLASSIFIER_TOKENS_PER_BATCH_CUDA
        )
        # All results go to one tensor on the device: reading each batch's would make the CPU wait
        # for the GPU.
        computed = torch.empty((len(pairs), model.config.num_labels), device=device)
        places: list[int] = []
        with (
            torch.inference_mode(),
            tqdm(total=len(pairs), desc="judge", unit="pair", disable=None) as progress,
        ):
            for batch, rows in self.batches(pairs, budget):
                start = len(places)
                places.extend(batch)
                with explain_out_of_memory(budget):
                    inputs = collate(rows, tokenizer, device)
                    computed[start : len(places)] = model(**inputs).logits
                progress.update(len(batch))
        outputs = np.empty(computed.shape, dtype=np.float32)
        outputs[places] = computed.cpu().numpy()
        return outputs

    def batches(
        self, pairs: Sequence[TextPair], tokens_per_batch: int
    ) -> Iterator[tuple[list[int], list[InputRow]]]:
        """Yield the pairs' indices and rows batch by batch, longest first.

        Log the number of truncated pairs.
        """
        lengths_of_pairs = [len(first) + len(second) for first, second in pairs]
        order = sorted(range(len(pairs)), key=lambda index: -lengths_of_pairs[index])
        truncated = 0
        for chunk in chunked(order, PAIRS_PER_CHUNK):
            rows, cut = self.tokenize([pairs[index] for index in chunk])
            truncated += cut
            lengths = [len(row["input_ids"]) for row in rows]
            for batch in batch_by_tokens(lengths, tokens_per_batch):
                yield [chunk[index] for index in batch], [rows[index] for index in batch]
        self.log_truncated(truncated, len(pairs))

    def tokenize(self, pairs: Sequence[TextPair]) -> tuple[list[InputRow], int]:
        """Return the inputs for each pair, unpadded, and the number of truncated pairs."""
        tokenizer, limit = self.loaded.tokenizer, self.loaded.max_length
        if self.template is None:
            return tokenize_pairs(tokenizer, pairs, limit)

        def encode(texts: Sequence[str]) -> list[np.ndarray]:
            return [np.array(ids) for ids in tokenizer(list(texts), verbose=False)["input_ids"]]

        encoded, cut = encode_pairs(self.template, pairs, make_stripper(tokenizer), encode, limit)
        return [{"input_ids": ids, "attention_mask": np.ones_like(ids)} for ids in encoded], cut

    def log_truncated(self, truncated: int, pairs: int) -> None:
        if truncated:
            logger.warning(
                "%d of %d text pairs are longer than max_length %d tokens and were truncated",
                truncated, pairs, self.loaded.max_length,
            )  # fmt: skip

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens in a text, without special ones."""
        encoded = self.loaded.tokenizer(text, add_special_tokens=False, verbose=False)
        return len(encoded["input_ids"])

    def trainable(self: _Classifier) -> _Classifier:
        """Return the classifier with a copy of the weights, in full precision, to train."""
        trained = copy(self)
        trained.__dict__.pop("loaded", None)
        trained.placement = replace(self.placement, component=self.component, precision="fp32")
        return trained

    def move_to(self: _Classifier, folder: Path) -> _Classifier:
        """Return the classifier with another folder's files and its labels."""
        moved = copy(self)
        for name in ("loaded", "columns", "output_labels"):
            moved.__dict__.pop(name, None)
        moved.checkpoint = Checkpoint(str(folder))
        moved.labels = None
        return moved

    @cached_property
    def columns(self) -> tuple[int, ...]:
        return self.order_columns(self.output_labels)

    @cached_property
    def output_labels(self) -> Sequence[str]:
        """The meaning of each output, in order."""
        folder = self.checkpoint.config_folder()
        with self.checkpoint.explain_load_errors():
            config = load_config(folder)
            named = self.read_labels(config)
            if self.labels is None and is_unnamed(named):
                _check_head(config, self.remedy)
        if self.labels is None:
            return named
        if len(self.labels) != len(named):
            raise ValueError(
                f"labels has {len(self.labels)} names, but the model has {len(named)} outputs: "
                f"{named}"
            )
        return self.labels

    @cached_property
    def loaded(self) -> _LoadedClassifier:
        """The tokeniser and the weights on the device."""
        device, precision = self.placement.resolve()
        folder = self.checkpoint.folder()
        with self.checkpoint.explain_load_errors():
            model = self.load_weights(folder, precision).to(device).eval()
            tokenizer = _load_tokenizer(folder, model.config)
            has_absolute_positions = getattr(model.config, "position_biased_input", True)
            # Published models with a template read more than the tokeniser's limit, by relative
            # positions.
            is_unlimited = self.template is not None and not has_absolute_positions
            limit: float = self.max_length
            if not is_unlimited:
                limit = clip_max_length(self.max_length, tokenizer, model)
        return _LoadedClassifier(tokenizer, model, int(limit), device)


def tokenize_pairs(
    tokenizer: Any, pairs: Sequence[TextPair], max_length: int
) -> tuple[list[InputRow], int]:
    """Return each pair's inputs without padding, and the number of truncated pairs.

    The longer text is cut first.
    """

    def encode(pairs: Sequence[TextPair], **settings: Any) -> Any:
        firsts = [first for first, _ in pairs]
        seconds = [second for _, second in pairs]
        return tokenizer(firsts, seconds, return_attention_mask=True, verbose=False, **settings)

    # transformers warns for each pair that it does not return what was cut.
    with log_errors_only("transformers.tokenization_python"):
        encoded = encode(pairs, truncation=True, max_length=max_length)
    rows: list[InputRow] = []
    for values in zip(*encoded.values(), strict=True):
        rows.append(dict(zip(encoded, values, strict=True)))
    if tokenizer.is_fast:
        return rows, sum(bool(encoding.overflowing) for encoding in encoded.encodings)
    # A tokeniser written in Python does not say what it has cut.
    full = [
        pair for pair, row in zip(pairs, rows, strict=True) if len(row["input_ids"]) == max_length
    ]
    uncut = encode(full)["input_ids"] if full else []
    return rows, sum(len(ids) > max_length for ids in uncut)


def _load_tokenizer(folder: Path, config: Any) -> Any:
    """Return the tokeniser of a model with this configuration of transformers.

    Both then have one padding token, on the side where no logit depends on it. Raises
    CheckpointError if neither states the token.
    """
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
    text_config = config.get_text_config()
    if tokenizer.pad_token_id is None:
        if text_config.pad_token_id is None:
            raise CheckpointError(
                "has no padding token; name the one of its training in tokenizer_config.json "
                '(often that of the end: "pad_token": "<|endoftext|>")'
            )
        tokenizer.pad_token_id = text_config.pad_token_id
    # A decoder's classifier reads the last token that is not this one.
    text_config.pad_token_id = tokenizer.pad_token_id
    # On the left, padding would move the tokens to other positions, which GPT-2 and BERT have
    # learned; XLNet, without positions, reads the last place of the batch.
    reads_last_place = getattr(text_config, "summary_type", None) == "last"
    tokenizer.padding_side = "left" if reads_last_place else "right"
    return tokenizer


def load_classifier(
    folder: Path,
    precision: str,
    kind: str = "AutoModelForSequenceClassification",
    new_head: bool = False,
    remedy: str = "choose a finetuned classifier",
) -> Any:
    """Load the classifier in one precision.

    Args:
        folder: the checkpoint.
        precision: a name in DTYPES.
        kind: the class of transformers to load.
        new_head: whether the weights of the head and the pooler may be missing, and are then drawn
            by torch's global generator.
        remedy: what to do about a checkpoint without a head.

    Raises:
        CheckpointError: if the checkpoint lacks needed weights.
    """
    import transformers

    model, lacking = load_pretrained(getattr(transformers, kind), folder, precision)
    prefix = f"{model.base_model_prefix}."
    incomplete = [name for name in lacking if name.startswith(prefix) and ".pooler." not in name]
    if incomplete:
        raise CheckpointError(
            f"lacks weights of its encoder ({_abridge(incomplete)}); copy or download all its files"
        )
    # transformers draws the missing weights at random, and only logs a warning.
    if lacking and not new_head:
        raise CheckpointError(
            f"has no classification head (its checkpoint lacks {_abridge(lacking)}); {remedy}"
        )
    return model


def _abridge(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (", …" if len(names) > 4 else "")


def _check_head(config: Any, remedy: str) -> None:
    """Raise CheckpointError if the configuration is that of a model without a classifier."""
    kinds = list(config.architectures or ())
    if kinds and not any(kind.endswith("ForSequenceClassification") for kind in kinds):
        raise CheckpointError(
            f"has no classification head (by its config.json it is a {', '.join(kinds)}); {remedy}"
        )
