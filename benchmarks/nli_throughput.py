"""Compare the nli judge with the authors' procedure: pairs per second with the same weights.

The baseline tokenises pair by pair, pads every pair to 400 tokens and runs batches of 32 in fp32,
as the code of Zhang and Bansal (2021) does. The weights are random, and the tokeniser is trained on
the texts. With `--scaling 1000 10000` the judge alone also runs over these numbers of pairs. The
exit status is 1 if the two disagree.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import nli_costs
import numpy as np
from measuring import make_model_parser, read_groups

from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group, Pair
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.models.classifier import CLASSIFIER_TOKENS_PER_BATCH_CUDA
from sacrerouge_litepyramid.models.placement import (
    PRECISIONS,
    default_tokens_per_batch,
    resolve_device,
)

SIZES = {
    "tiny": {
        "hidden_size": 128,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 512,
    },
    "base": {
        "hidden_size": 768,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "intermediate_size": 3072,
    },
    "large": {
        "hidden_size": 1024,
        "num_hidden_layers": 24,
        "num_attention_heads": 16,
        "intermediate_size": 4096,
    },
}
#: the standard deviation of random weights that makes the logits of two pairs differ by about 1
SPREADS = {"tiny": 0.2, "base": 0.1, "large": 0.1}
PADDED_LENGTH = 400
BATCH_SIZE = 32
WARM_UP_PAIRS = 2000
#: the largest difference of logits and probabilities that count as equal
TOLERANCES = {"fp32": 1e-4, "bf16": 0.1, "fp16": 0.1}


class Measurement(NamedTuple):
    """Pairs, seconds, logits and pairs per summary of one side, summed over the rounds."""

    pairs: int
    seconds: float
    logits: np.ndarray
    sizes: tuple[int, ...]


def find_groups(folder: Path, rng: random.Random) -> tuple[list[Group], str]:
    """Return the groups of the authors' files, or made-up ones if the files are missing, and a
    description of them.
    """
    if (folder / "SCUs.txt").is_file():
        return read_groups(folder), f"{folder.name} (authors' files)"
    return make_up_groups(rng), "made-up words with about REALSumm's lengths"


def make_up_groups(rng: random.Random, count: int = 2500) -> list[Group]:
    """Return groups of made-up words with about REALSumm's lengths: pairs of 96 tokens on average,
    at most 228.
    """
    words = ["".join(rng.choices("aeioulmnrst", k=rng.randint(2, 9))) for _ in range(1500)]

    def draw(mean: float, spread: float, most: int) -> str:
        return " ".join(rng.choices(words, k=min(most, max(3, round(rng.gauss(mean, spread))))))

    return [
        Group(draw(82, 24, 200), tuple(draw(7, 2, 20) for _ in range(rng.randint(6, 15))))
        for _ in range(count)
    ]


def save_random_model(folder: Path, size: str, groups: Sequence[Group], vocab_size: int) -> None:
    """Save a RoBERTa classifier of one size with random weights, and a tokeniser trained on the
    texts.
    """
    import torch
    from tokenizers import ByteLevelBPETokenizer
    from transformers import RobertaConfig, RobertaForSequenceClassification

    tokenizer = ByteLevelBPETokenizer()
    marks = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    texts = (text for group in groups for text in (group.summary, *group.units))
    tokenizer.train_from_iterator(
        texts, vocab_size=vocab_size, special_tokens=marks, show_progress=False
    )
    tokenizer.save_model(str(folder))
    labels = ("entailment", "neutral", "contradiction")
    torch.manual_seed(0)
    config = RobertaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        max_position_embeddings=514,
        type_vocab_size=1,
        initializer_range=SPREADS[size],
        id2label=dict(enumerate(labels)),
        label2id={label: index for index, label in enumerate(labels)},
        **SIZES[size],
    )
    RobertaForSequenceClassification(config).save_pretrained(folder)


def build_authors_baseline(folder: Path, device: str) -> Callable[[Sequence[Pair]], np.ndarray]:
    """Return a function from pairs to logits that computes as the authors' code does."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = (
        AutoModelForSequenceClassification.from_pretrained(folder, dtype=torch.float32)
        .to(device)
        .eval()
    )

    def predict(pairs: Sequence[Pair]) -> np.ndarray:
        settings = {"truncation": True, "max_length": PADDED_LENGTH, "padding": "max_length"}
        encoded = [tokenizer(summary, unit, **settings) for summary, unit in pairs]
        inputs = {
            name: torch.tensor([row[name] for row in encoded])
            for name in ("input_ids", "attention_mask")
        }
        outputs = []
        with torch.no_grad():
            for start in range(0, len(pairs), BATCH_SIZE):
                batch = {
                    name: rows[start : start + BATCH_SIZE].to(device)
                    for name, rows in inputs.items()
                }
                outputs.append(model(**batch).logits.cpu().numpy())
        return np.concatenate(outputs)

    return predict


def take_groups(groups: Sequence[Group], pairs: int) -> list[Group]:
    """Return the first groups that together have at least ``pairs`` pairs, or all groups."""
    taken: list[Group] = []
    for group in groups:
        if sum(count_pairs(taken)) >= pairs:
            break
        taken.append(group)
    return taken


def flatten(groups: Sequence[Group]) -> list[Pair]:
    return [Pair(group.summary, unit) for group in groups for unit in group.units]


def measure_time(work: Callable[[], np.ndarray]) -> tuple[float, np.ndarray]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def compare(
    turns: Sequence[Sequence[Group]], product: NliJudge, baseline: Callable, baseline_pairs: int
) -> tuple[Measurement, Measurement, np.ndarray]:
    """Measure both in turns.

    Return the baseline, the product, and the product's logits of the baseline's pairs.
    """
    slow, fast, shared = [], [], []
    for chunk in turns:
        subset = take_groups(chunk, -(-baseline_pairs // len(turns)))
        seconds, logits = measure_time(lambda: baseline(flatten(subset)))  # noqa: B023  # run at once
        slow.append(Measurement(len(logits), seconds, logits, count_pairs(subset)))
        seconds, logits = measure_time(lambda: np.concatenate(product.predict(chunk)))  # noqa: B023
        fast.append(Measurement(len(logits), seconds, logits, count_pairs(chunk)))
        shared.append(logits[: sum(count_pairs(subset))])
    return _sum(slow), _sum(fast), np.concatenate(shared)


def count_pairs(groups: Sequence[Group]) -> tuple[int, ...]:
    return tuple(len(group.units) for group in groups)


def _sum(rounds: Sequence[Measurement]) -> Measurement:
    pairs, seconds, logits, sizes = zip(*rounds, strict=True)
    return Measurement(
        sum(pairs), sum(seconds), np.concatenate(logits), tuple(chain.from_iterable(sizes))
    )


def report_differences(expected: Measurement, logits: np.ndarray, precision: str) -> dict[str, Any]:
    """Report the largest differences of pairs and of summaries' means, and whether they count as
    equal.
    """
    ours, theirs = judge_measures(logits), judge_measures(expected.logits)
    probability = max(float(np.abs(ours[name] - theirs[name]).max()) for name in ("p2c", "p3c"))
    logit = float(np.abs(logits - expected.logits).max())
    starts = np.cumsum((0, *expected.sizes[:-1]))
    summaries = np.add.reduceat(ours["p2c"] - theirs["p2c"], starts) / expected.sizes
    tolerance = TOLERANCES[precision]
    return {
        "compared_pairs": expected.pairs,
        "logit_standard_deviation": float(expected.logits.std(axis=0).mean()),
        "largest_logit_difference": logit,
        "largest_probability_difference": probability,
        "mean_probability_difference": float(np.abs(ours["p2c"] - theirs["p2c"]).mean()),
        "largest_lite2pyramid_difference": float(np.abs(summaries).max()),
        "tolerance": tolerance,
        "equal": max(logit, probability) <= tolerance,
    }


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Run the whole benchmark; return the numbers to print."""
    import torch
    import transformers

    rng = random.Random(arguments.seed)
    everything, data = find_groups(arguments.data, rng)
    groups = take_groups(rng.sample(everything, len(everything)), arguments.pairs)
    device = resolve_device(arguments.device)
    tokens_per_batch = arguments.tokens_per_batch or default_tokens_per_batch(
        device, CLASSIFIER_TOKENS_PER_BATCH_CUDA
    )
    settings = {
        "tokens_per_batch": tokens_per_batch,
        "precision": arguments.precision,
        "device": device,
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save_random_model(folder, arguments.size, everything, arguments.vocab_size)
        product, baseline = (
            NliJudge(model=str(folder), **settings),
            build_authors_baseline(folder, device),
        )
        # A GPU's first batches also wait for its kernels and its memory.
        warm_up = take_groups(groups, WARM_UP_PAIRS if device.startswith("cuda") else 1)
        baseline(flatten(warm_up[:10])), product.predict(warm_up)
        turns = [groups[start :: arguments.rounds] for start in range(arguments.rounds)]
        nli_costs.reset_peak_memory(device)
        slow, fast, shared = compare(turns, product, baseline, arguments.baseline_pairs)
        memory = nli_costs.read_peak_memory(device)
        precision = product.identity()["precision"]
        pairs = [flatten(turn) for turn in turns]
        lengths = nli_costs.report_lengths(product, pairs, tokens_per_batch, PADDED_LENGTH)
        growth = nli_costs.measure_growth(everything, product, arguments.scaling, device)
    rate = fast.pairs / fast.seconds
    return {
        "data": data,
        "size": arguments.size,
        "device": torch.cuda.get_device_name()
        if device.startswith("cuda")
        else f"{torch.get_num_threads()} CPU threads",
        "versions": f"torch {torch.__version__}, transformers {transformers.__version__}",
        "precision": precision,
        "tokens_per_batch": tokens_per_batch,
        "pairs": fast.pairs,
        **lengths.fields,
        "baseline_pairs": slow.pairs,
        "baseline_pairs_per_second": round(slow.pairs / slow.seconds, 2),
        "product_seconds": round(fast.seconds, 2),
        "product_pairs_per_second": round(rate, 2),
        "ratio": round(rate * slow.seconds / slow.pairs, 2),
        "peak_memory_mib_of_both": round(memory, 1),
        **nli_costs.report_utilisation(
            SIZES[arguments.size],
            lengths.lengths,
            fast.seconds,
            nli_costs.measure_peak_flops(device, precision),
        ),
        **nli_costs.compute_cost_per_1000_summaries(groups, rate),
        **({"scaling": growth} if growth else {}),
        **report_differences(slow, shared, precision),
    }


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = make_model_parser(__doc__)
    parser.add_argument(
        "--pairs",
        type=int,
        default=1000,
        help="the pairs that the judge scores, of whole summaries",
    )
    parser.add_argument(
        "--baseline-pairs",
        type=int,
        default=200,
        help="the number of these that the baseline scores",
    )
    parser.add_argument("--tokens-per-batch", type=int)
    parser.add_argument("--precision", choices=PRECISIONS, default="auto")
    parser.add_argument(
        "--scaling", type=int, nargs="*", default=[], help="numbers of pairs for the judge alone"
    )
    return parser.parse_args(arguments)


def finish(report: dict[str, Any], as_json: bool) -> int:
    """Print the report; return the exit status."""
    if as_json:
        print(json.dumps(report))
    else:
        print("\n".join(f"{name.replace('_', ' '):32} {value}" for name, value in report.items()))
    return 0 if report["equal"] else 1


def main() -> int:
    arguments = parse()
    return finish(run(arguments), arguments.json)


if __name__ == "__main__":
    sys.exit(main())
