"""A transformers sequence classifier: text pairs in, logits out."""

import logging
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.models.batching import Row, pad_rows, token_budget_batches
from sacrerouge_litepyramid.models.placement import on_device
from sacrerouge_litepyramid.models.positions import allowed_length
from sacrerouge_litepyramid.models.weights import load_pretrained

logger = logging.getLogger(__name__)

PAIRS_PER_TOKENIZER_CALL = 1024
#: the largest share of a batch that may be padding
MOST_PADDING = 0.03


class PairClassifier:
    """Tokeniser and weights of one model, on one device; ``compile``: by torch.compile, once for all lengths."""

    def __init__(self, folder: Path, max_length: int, device: str, precision: str, compile: bool = False) -> None:
        self.device = device
        self.tokenizer = load_tokenizer(folder)
        self.model = load_weights(folder, precision).to(device).eval()
        if compile:
            self.model.compile(dynamic=True)
        self.max_length = allowed_length(max_length, self.tokenizer, self.model)

    def logits(self, pairs: Sequence[Pair], tokens_per_batch: int) -> np.ndarray:
        """Logits of shape (pairs, outputs), float32, in the order of the pairs and of the model's outputs."""
        import torch
        from tqdm import tqdm

        rows = self.tokenize(pairs)
        batches = token_budget_batches([len(row["input_ids"]) for row in rows], tokens_per_batch, MOST_PADDING)
        outputs = []
        with torch.inference_mode(), tqdm(total=len(rows), desc="presence", unit="pair", disable=None) as progress:
            for batch in batches:
                inputs = self.collate([rows[index] for index in batch])
                outputs.append(self.model(**inputs).logits.float())
                progress.update(len(batch))
            ordered = torch.cat(outputs).cpu().numpy()
        logits = np.empty_like(ordered)
        logits[np.concatenate(batches)] = ordered
        return logits

    def tokenize(self, pairs: Sequence[Pair]) -> list[Row]:
        """The model's inputs for each pair, unpadded; warns with the number of pairs that had to be truncated."""
        rows: list[Row] = []
        for start in range(0, len(pairs), PAIRS_PER_TOKENIZER_CALL):
            rows.extend(self._encode(pairs[start : start + PAIRS_PER_TOKENIZER_CALL]))
        too_long = [index for index, row in enumerate(rows) if len(row["input_ids"]) > self.max_length]
        if too_long:
            logger.warning(
                "%d of %d (summary, unit) pairs are longer than max_length %d tokens and were truncated",
                len(too_long), len(pairs), self.max_length,
            )  # fmt: skip
            shortened = self._encode([pairs[index] for index in too_long], truncation=True, max_length=self.max_length)
            for index, row in zip(too_long, shortened, strict=True):
                rows[index] = row
        return rows

    def _encode(self, pairs: Sequence[Pair], **truncation: Any) -> list[Row]:
        encoded = self.tokenizer(
            [pair.summary for pair in pairs],
            [pair.unit for pair in pairs],
            padding=False,
            return_attention_mask=True,
            verbose=False,
            **(truncation or {"truncation": False}),
        )
        columns = [[np.asarray(ids, dtype=np.int32) for ids in encoded[field]] for field in encoded]
        return [dict(zip(encoded.keys(), row, strict=True)) for row in zip(*columns, strict=True)]

    def collate(self, rows: Sequence[Row]) -> dict[str, Any]:
        """Inputs of one batch, padded to its longest row, on the device."""
        fill = {
            "input_ids": self.tokenizer.pad_token_id,
            "token_type_ids": self.tokenizer.pad_token_type_id,
            "attention_mask": 0,
        }
        return on_device(pad_rows(rows, fill, self.tokenizer.padding_side), self.device)


def load_config(folder: Path) -> Any:
    """The model's configuration; ValueError when it is none that transformers knows."""
    from transformers import AutoConfig

    return AutoConfig.from_pretrained(folder, trust_remote_code=False)


def load_tokenizer(folder: Path) -> Any:
    """The model's tokeniser; ValueError when the folder holds none, or none that can pad."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
    if tokenizer.pad_token_id is None:
        raise ValueError("its tokeniser has no padding token")
    return tokenizer


def load_weights(folder: Path, precision: str) -> Any:
    """The classifier with weights of one precision; ValueError when the checkpoint lacks some, as the head."""
    from transformers import AutoModelForSequenceClassification

    model, missing = load_pretrained(AutoModelForSequenceClassification, folder, precision)
    if missing:
        named = ", ".join(missing[:4])
        raise ValueError(f"its checkpoint lacks weights ({named}): it is not a finetuned classifier")
    return quantize(model) if precision == "int8" else model


def quantize(model: Any) -> Any:
    """The model with its linear layers in int8: weights now, activations as they come (dynamic quantisation)."""
    import torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return torch.ao.quantization.quantize_dynamic(model, {torch.nn.Linear}, dtype=torch.qint8)
