"""Compare the encoder `transformers` with encoding one sentence at a time: sentences per second
with the same weights.

The sentences are those of every system's summaries, repeats included, as extractive systems share
many. The weights are random, and the tokeniser is trained on the texts. The exit status is 1 if the
vectors differ.
"""

import argparse
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measuring import make_model_parser
from nli_throughput import SIZES, find_groups, finish, save_random_model

from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder
from sacrerouge_litepyramid.models.placement import resolve_device

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
#: the largest difference of vectors that count as equal, as a share of their largest component
TOLERANCE = 1e-4


class Measurement(NamedTuple):
    """Sentences and seconds of one side, summed over the rounds."""

    sentences: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.sentences / self.seconds


def build_baseline(folder: Path, layer: int, device: str) -> Callable[[str], np.ndarray]:
    """Return a function that encodes a text by running the whole model, as plain transformers code
    does.
    """
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModel.from_pretrained(folder, dtype=torch.float32).to(device).eval()

    def encode(text: str) -> np.ndarray:
        inputs = tokenizer(f" {text}", return_tensors="pt").to(device)
        with torch.inference_mode():
            return model(**inputs, output_hidden_states=True).hidden_states[layer][0].cpu().numpy()

    return encode


def compare(
    sentences: Sequence[str],
    product: TransformersEncoder,
    baseline: Callable,
    baseline_share: float,
    rounds: int,
) -> tuple[Measurement, Measurement, float]:
    """Measure both in turns.

    Return the baseline, the product, and the largest relative difference of their vectors.
    """
    slow, fast, difference = [], [], 0.0
    for chunk in (sentences[start::rounds] for start in range(rounds)):
        subset = chunk[: max(1, round(baseline_share * len(chunk)))]
        start = time.perf_counter()
        expected = [baseline(sentence) for sentence in subset]
        middle = time.perf_counter()
        encoded = product.encode(chunk)
        end = time.perf_counter()
        slow.append(Measurement(len(subset), middle - start))
        fast.append(Measurement(len(chunk), end - middle))
        for vectors, ours in zip(expected, encoded, strict=False):
            difference = max(
                difference, float(np.abs(vectors - ours.vectors).max() / np.abs(vectors).max())
            )
    return _sum(slow), _sum(fast), difference


def _sum(rounds: Sequence[Measurement]) -> Measurement:
    return Measurement(*map(sum, zip(*rounds, strict=True)))


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Run the whole benchmark; return the numbers to print."""
    rng = random.Random(arguments.seed)
    groups, data = find_groups(arguments.data, rng)
    everything = [
        sentence
        for group in groups
        for sentence in SENTENCE_END.split(group.summary)
        if sentence.strip()
    ]
    sentences = rng.sample(everything, min(arguments.sentences, len(everything)))
    device = resolve_device(arguments.device)
    layer = (
        SIZES[arguments.size]["num_hidden_layers"] if arguments.layer is None else arguments.layer
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save_random_model(folder, arguments.size, groups, arguments.vocab_size)
        product = TransformersEncoder(str(folder), layer=layer, precision="fp32", device=device)
        baseline = build_baseline(folder, layer, device)
        product.encode(sentences[:2]), baseline(sentences[0])  # loads and warms up both
        slow, fast, difference = compare(
            sentences, product, baseline, arguments.baseline_share, arguments.rounds
        )
    return {
        "data": data,
        "size": arguments.size,
        "layer": f"{layer} of {SIZES[arguments.size]['num_hidden_layers']}",
        "device": device,
        "sentences": fast.sentences,
        "distinct_share": round(len(set(sentences)) / len(sentences), 3),
        "baseline_sentences": slow.sentences,
        "baseline_sentences_per_second": round(slow.rate, 1),
        "product_sentences_per_second": round(fast.rate, 1),
        "ratio": round(fast.rate / slow.rate, 2),
        "largest_relative_difference": difference,
        "equal": difference <= TOLERANCE,
    }


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = make_model_parser(__doc__)
    parser.add_argument("--layer", type=int, help="default: the last")
    parser.add_argument(
        "--sentences",
        type=int,
        default=3000,
        help="the number of sentences that the product encodes",
    )
    parser.add_argument(
        "--baseline-share", type=float, default=0.2, help="share of these that the baseline encodes"
    )
    return parser.parse_args(arguments)


def main() -> int:
    arguments = parse()
    return finish(run(arguments), arguments.json)


if __name__ == "__main__":
    sys.exit(main())
