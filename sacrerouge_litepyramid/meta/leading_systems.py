"""Say in plain words which systems lead a comparison, which cannot be told apart from them, and by how much."""

from collections.abc import Sequence

from sacrerouge_litepyramid.meta.compared_systems import ALPHA, ComparedPair, SystemComparison

#: the names that a sentence lists; of more it gives the number
MAX_NAMES = 4


def describe_leaders(found: SystemComparison) -> list[str]:
    """Return one to three sentences: the system with the highest mean, those on a par with it, the best that it beats.

    Two systems differ where `compare_systems` says that one is better.
    """
    top = found.systems[0]
    pairs = [pair for pair in found.pairs if pair.first == top.system]
    beaten = [pair for pair in pairs if pair.better == top.system]
    level = [pair for pair in pairs if pair.better != top.system]
    if not beaten:
        return [f"No system leads: {top.system} has the highest mean ({top.mean:.3f}), but {_describe_all(level)}."]
    if not level:
        return [
            f"{top.system} leads with a mean of {top.mean:.3f}: it is better than {_count_others(len(beaten))}.",
            f"The next, {beaten[0].second}, is {_describe_distance(beaten[0])} lower.",
        ]
    return [
        f"{top.system} has the highest mean, {top.mean:.3f}, but {join_names([pair.second for pair in level])} cannot "
        "be told apart from it.",
        f"It is better than the other {len(beaten)}: the best of them, {beaten[0].second}, is "
        f"{_describe_distance(beaten[0])} lower."
        if len(beaten) > 1
        else f"It is better than {beaten[0].second}, which is {_describe_distance(beaten[0])} lower.",
    ]


def describe_test(found: SystemComparison) -> str:
    """Return by which test systems are told apart, in one sentence."""
    documents = max(pair.documents for pair in found.pairs)
    count = "1 pair" if len(found.pairs) == 1 else f"{len(found.pairs):,} pairs"
    return (
        f"Told apart: a paired permutation test over {documents:,} document{'s' if documents != 1 else ''}, "
        f"p ≤ {ALPHA} after Holm's correction for {count}."
    )


def join_names(names: Sequence[str]) -> str:
    """Join names as a sentence lists them, the first `MAX_NAMES` and the number of the others."""
    shown = list(names[:MAX_NAMES])
    others = len(names) - len(shown)
    if others:
        shown.append(f"{others} other{'s' if others > 1 else ''}")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _describe_all(level: Sequence[ComparedPair]) -> str:
    if len(level) == 1:
        return f"{level[0].second} cannot be told apart from it"
    return f"none of the other {len(level)} can be told apart from it"


def _count_others(count: int) -> str:
    return "the other system" if count == 1 else f"all {count} others"


def _describe_distance(pair: ComparedPair) -> str:
    interval = "" if pair.low is None else f" (95% interval {pair.low:.3f} to {pair.high:.3f})"
    return f"{pair.difference:.3f}{interval}"
