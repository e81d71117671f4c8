"""Measure costs of the nli judge: floating-point operations against the device's peak, memory,
growth with pairs.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, Pair, unique
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.models.placement import DTYPES

MIB = 2**20


class LengthReport(NamedTuple):
    """The token lengths of the distinct pairs, and statistics of them to print."""

    lengths: list[int]
    fields: dict[str, float]


def count_model_flops(sizes: Mapping[str, int], lengths: Sequence[int]) -> float:
    """Count a RoBERTa encoder's operations on texts of these lengths, without padding.

    A multiply-add counts as two. A layer's matrices have 4 h² + 2 h f weights, and its attention
    multiplies (n, h) by (h, n) and (n, n) by (n, h).
    """
    hidden, feed_forward = sizes["hidden_size"], sizes["intermediate_size"]
    tokens = np.asarray(lengths, dtype=np.float64)
    weights = 2 * tokens * (4 * hidden**2 + 2 * hidden * feed_forward)
    attention = 4 * tokens**2 * hidden
    return float(sizes["num_hidden_layers"] * (weights + attention).sum())


def report_lengths(
    product: NliJudge, turns: Sequence[Sequence[Pair]], tokens_per_batch: int, padded_length: int
) -> LengthReport:
    """Report the lengths of the pairs that the product computed turn by turn, in its own batches.

    ``padded_length``: the number of tokens to which the baseline pads each pair.
    """
    lengths: list[int] = []
    positions = batches = 0
    start = time.perf_counter()
    for pairs in turns:
        for _, rows in product.batches(unique(pairs)[0], tokens_per_batch):
            batch = [len(row["input_ids"]) for row in rows]
            lengths += batch
            positions += len(batch) * max(batch)
            batches += 1
    seconds = time.perf_counter() - start
    tokens = sum(lengths)
    return LengthReport(
        lengths,
        {
            "distinct_pairs": len(lengths),
            "batches": batches,
            "tokenised_pairs_per_second": round(len(lengths) / seconds),
            "tokens_mean": round(float(np.mean(lengths)), 1),
            "tokens_95th_percentile": round(float(np.percentile(lengths, 95)), 1),
            "tokens_max": max(lengths),
            "positions_per_token_baseline": round(padded_length * len(lengths) / tokens, 3),
            "positions_per_token_product": round(positions / tokens, 3),
            "padding_waste_baseline": round(1 - tokens / (padded_length * len(lengths)), 4),
            "padding_waste_product": round(1 - tokens / positions, 4),
        },
    )


def report_utilisation(
    sizes: Mapping[str, int], lengths: Sequence[int], seconds: float, peak: float
) -> dict[str, float]:
    """Report the product's operations per second, without padding, and their share of those of a
    matrix product.
    """
    flops = count_model_flops(sizes, lengths) / seconds
    return {
        "model_gigaflops": round(flops / 1e9, 2),
        "matrix_product_gigaflops": round(peak / 1e9, 2),
        "model_flops_utilisation": round(flops / peak, 3),
    }


def measure_peak_flops(device: str, precision: str, seconds: float = 1.0) -> float:
    """Return the operations per second of the fastest of many products of square matrices."""
    import torch

    size = 8192 if device.startswith("cuda") else 1024
    dtype = getattr(torch, DTYPES[precision])
    left = torch.randn(size, size, device=device).to(dtype)
    right = torch.randn(size, size, device=device).to(dtype)
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        left @ right
        synchronize(device)
        best = min(best, time.perf_counter() - start)
    return 2 * size**3 / best


def synchronize(device: str) -> None:
    """Wait until a CUDA device has finished its work."""
    if device.startswith("cuda"):
        import torch

        torch.cuda.synchronize(device)


def reset_peak_memory(device: str) -> None:
    if device.startswith("cuda"):
        import torch

        torch.cuda.reset_peak_memory_stats(device)


def read_peak_memory(device: str) -> float:
    """Return the peak memory in MiB: on CUDA torch's since `reset_peak_memory`, on the CPU the
    process's.
    """
    if device.startswith("cuda"):
        import torch

        return torch.cuda.max_memory_allocated(device) / MIB
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def enlarge_groups(groups: Sequence[Group], pairs: int) -> list[Group]:
    """Return distinct groups of at least ``pairs`` pairs.

    Later rounds pair a summary with another group's units.
    """
    result: list[Group] = []
    total = shift = 0
    while total < pairs:
        for index, group in enumerate(groups):
            units = groups[(index + shift) % len(groups)].units
            result.append(Group(f"{group.summary} {shift}" if shift else group.summary, units))
            total += len(units)
            if total >= pairs:
                break
        shift += 1
    return result


def measure_growth(
    groups: Sequence[Group], product: NliJudge, counts: Sequence[int], device: str
) -> list[dict[str, Any]]:
    """Measure pairs per second and peak memory, the smallest count first, as the CPU's peak memory
    only grows.
    """
    rows = []
    for count in sorted(counts):
        enlarged = enlarge_groups(groups, count)
        reset_peak_memory(device)
        start = time.perf_counter()
        pairs = sum(len(logits) for logits in product.predict(enlarged))
        seconds = time.perf_counter() - start
        rows.append(
            {
                "pairs": pairs,
                "seconds": round(seconds, 2),
                "pairs_per_second": round(pairs / seconds, 2),
                "peak_memory_mib": round(read_peak_memory(device), 1),
            }
        )
    return rows


def compute_cost_per_1000_summaries(
    groups: Sequence[Group], pairs_per_second: float
) -> dict[str, float]:
    pairs = 1000 * float(np.mean([len(group.units) for group in groups]))
    return {
        "pairs_per_1000_summaries": round(pairs),
        "seconds_per_1000_summaries": round(pairs / pairs_per_second, 2),
    }
