"""A transformers sequence classifier: text pairs in, logits out."""

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.models.batching import InputRow, batch_by_tokens, chunked, pad_rows, prefetch
from sacrerouge_litepyramid.models.checkpoint import CheckpointError
from sacrerouge_litepyramid.models.language_model import Prompt, encode_pairs, make_stripper
from sacrerouge_litepyramid.models.placement import (
    clip_max_length,
    default_tokens_per_batch,
    explain_out_of_memory,
    load_pretrained,
    move_to_device,
)

#: (summary, unit), or the two texts of another model's pair
TextPair = tuple[str, str]


def tokenize_pairs(tokenizer: Any, pairs: Sequence[TextPair], max_length: int) -> tuple[list[InputRow], int]:
    """Return each pair's unpadded inputs, and the number of truncated pairs, whose longer texts are cut first."""
    rows = _tokenize(tokenizer, pairs, truncation=False)
    too_long = [index for index, row in enumerate(rows) if len(row["input_ids"]) > max_length]
    shortened = _tokenize(tokenizer, [pairs[index] for index in too_long], truncation=True, max_length=max_length)
    for index, row in zip(too_long, shortened, strict=True):
        rows[index] = row
    return rows, len(too_long)


def _tokenize(tokenizer: Any, pairs: Sequence[TextPair], **truncation: Any) -> list[InputRow]:
    rows: list[InputRow] = []
    for chunk in chunked(pairs):
        firsts, seconds = map(list, zip(*chunk, strict=True))
        encoded = tokenizer(firsts, seconds, padding=False, return_attention_mask=True, verbose=False, **truncation)
        columns = [[np.asarray(ids, dtype=np.int32) for ids in encoded[field]] for field in encoded]
        rows.extend(dict(zip(encoded.keys(), row, strict=True)) for row in zip(*columns, strict=True))
    return rows


logger = logging.getLogger(__name__)

#: the number of pairs, of similar length, that are tokenised together while the model works on the previous chunk; the
#: first chunk is smaller, because the model has to wait for it
PAIRS_PER_CHUNK = 8192
PAIRS_IN_FIRST_CHUNK = 1024
#: the largest share of a batch that may be padding
MAX_PADDING = 0.03
#: enough that, even with a small model, the GPU computes longer than the CPU takes to launch the kernels
CLASSIFIER_TOKENS_PER_BATCH_CUDA = 32768


class PairClassifier:
    """The tokeniser and the weights of one sequence classifier, on one device.

    ``load``: builds the model from a folder and a precision, by default `load_classifier`. ``template``: joins the
    texts of a pair into one; then ``max_length`` has no limit for a model without absolute positions.
    """

    def __init__(
        self,
        folder: Path,
        max_length: int,
        device: str,
        precision: str,
        load: Callable[[Path, str], Any] | None = None,
        template: Prompt | None = None,
    ) -> None:
        self.device = device
        self.tokenizer = load_tokenizer(folder)
        self.model = (load or load_classifier)(folder, precision).to(device).eval()
        self.template = template
        is_relative = template is not None and not getattr(self.model.config, "position_biased_input", True)
        self.max_length = max_length if is_relative else clip_max_length(max_length, self.tokenizer, self.model)

    def logits(self, pairs: Sequence[TextPair], tokens_per_batch: int | None = None) -> np.ndarray:
        """Return logits of shape (pairs, outputs), float32, in the order of the pairs and of the model's outputs."""
        import torch
        from tqdm import tqdm

        tokens_per_batch = tokens_per_batch or default_tokens_per_batch(self.device, CLASSIFIER_TOKENS_PER_BATCH_CUDA)
        # Small tensors kept between large ones would split the heap, so all results go to one tensor.
        outputs = torch.empty((len(pairs), self.model.config.num_labels), device=self.device)
        places: list[int] = []
        with torch.inference_mode(), tqdm(total=len(pairs), desc="judge", unit="pair", disable=None) as progress:
            for batch, rows in self.batches(pairs, tokens_per_batch):
                with explain_out_of_memory(tokens_per_batch):
                    outputs[len(places) : len(places) + len(batch)] = self.model(**self.collate(rows)).logits
                places.extend(batch)
                progress.update(len(batch))
        logits = np.empty(outputs.shape, dtype=np.float32)
        logits[places] = outputs.cpu().numpy()
        return logits

    def batches(self, pairs: Sequence[TextPair], tokens_per_batch: int) -> Iterator[tuple[list[int], list[InputRow]]]:
        """Yield the pairs' indices and rows batch by batch, longest first, while a thread tokenises the next chunk."""
        order = sorted(range(len(pairs)), key=lambda index: -len(pairs[index][0]) - len(pairs[index][1]))
        ends = [*range(PAIRS_IN_FIRST_CHUNK, len(pairs), PAIRS_PER_CHUNK), len(pairs)]
        chunks = [order[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)]
        tokenized = (self._make_rows([pairs[index] for index in chunk]) for chunk in chunks)
        truncated = 0
        for chunk, (rows, too_long) in zip(chunks, prefetch(tokenized), strict=True):
            truncated += too_long
            for batch in batch_by_tokens([len(row["input_ids"]) for row in rows], tokens_per_batch, MAX_PADDING):
                yield [chunk[index] for index in batch], [rows[index] for index in batch]
        self._log_truncated(truncated, len(pairs))

    def tokenize(self, pairs: Sequence[TextPair]) -> list[InputRow]:
        """Return the model's inputs for each pair, unpadded, and log the number of pairs that were truncated."""
        rows, truncated = self._make_rows(pairs)
        self._log_truncated(truncated, len(pairs))
        return rows

    def _make_rows(self, pairs: Sequence[TextPair]) -> tuple[list[InputRow], int]:
        """Return each pair's unpadded inputs, and the number of truncated pairs; a template keeps units whole."""
        if self.template is None:
            return tokenize_pairs(self.tokenizer, pairs, self.max_length)
        ids, cut = encode_pairs(self.template, pairs, make_stripper(self.tokenizer), self._encode, self.max_length)
        return [{"input_ids": row, "attention_mask": np.ones_like(row)} for row in ids], cut

    def _encode(self, texts: Sequence[str]) -> list[np.ndarray]:
        return [np.asarray(row, dtype=np.int32) for row in self.tokenizer(list(texts), verbose=False)["input_ids"]]

    def count(self, text: str) -> int:
        """Return the number of tokens in a text, without special ones."""
        return len(self.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])

    def _log_truncated(self, truncated: int, pairs: int) -> None:
        if truncated:
            logger.warning(
                "%d of %d text pairs are longer than max_length %d tokens and were truncated",
                truncated, pairs, self.max_length,
            )  # fmt: skip

    def collate(self, rows: Sequence[InputRow]) -> dict[str, Any]:
        """Return the inputs of one batch, padded to its longest row, on the device."""
        fill = {
            "input_ids": self.tokenizer.pad_token_id,
            "token_type_ids": self.tokenizer.pad_token_type_id,
            "attention_mask": 0,
        }
        return move_to_device(pad_rows(rows, fill, self.tokenizer.padding_side), self.device)


def load_config(folder: Path) -> Any:
    from transformers import AutoConfig

    return AutoConfig.from_pretrained(folder, trust_remote_code=False)


def load_tokenizer(folder: Path) -> Any:
    """Return the model's tokeniser; raise ValueError if it has no padding token."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
    if tokenizer.pad_token_id is None:
        raise ValueError("its tokeniser has no padding token")
    return tokenizer


def load_classifier(
    folder: Path,
    precision: str,
    kind: str = "AutoModelForSequenceClassification",
    new_head: bool = False,
    remedy: str = "choose a finetuned classifier",
) -> Any:
    """Load the classifier in one precision; raise CheckpointError if the checkpoint lacks needed weights.

    ``kind``: the class of transformers to load; ``new_head``: whether the weights of the head and the pooler may be
    missing, and are then drawn by torch's global generator; ``remedy``: what to do about a checkpoint without a head.
    """
    import transformers

    model, lacking = load_pretrained(getattr(transformers, kind), folder, precision)
    prefix = f"{model.base_model_prefix}."
    incomplete = [name for name in lacking if name.startswith(prefix) and ".pooler." not in name]
    if incomplete:
        raise CheckpointError(f"lacks weights of its encoder ({_abridge(incomplete)}); copy or download all its files")
    if lacking and not new_head:
        raise CheckpointError(f"has no classification head (its checkpoint lacks {_abridge(lacking)}); {remedy}")
    return model


def _abridge(names: Sequence[str]) -> str:
    return ", ".join([*names[:4], *(["…"] if len(names) > 4 else [])])
