"""Which systems differ significantly by a metric: tests of all pairs by max-T, groups, and the leading systems."""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import count_nouns, list_known
from sacrerouge_litepyramid.evaluation.compared_systems import (
    ComparedSystem,
    ComparisonSettings,
    SystemComparison,
    list_versions,
)
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference, DocumentDifference
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.interval_notes import FEW_DOCUMENTS, warn_of_few_documents
from sacrerouge_litepyramid.statistics.intervals import clip_share
from sacrerouge_litepyramid.statistics.paired import (
    compare_pairs,
    count_documents,
    measure_skewness,
    subtract_scores,
)
from sacrerouge_litepyramid.statistics.significance import group_undecided, pair_indices
from sacrerouge_litepyramid.statistics.system_effects import count_missing, estimate_comparable_means, find_linked
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning


def compare_systems(
    scores: np.ndarray,
    systems: Sequence[str],
    documents: Sequence[str],
    metric: str,
    settings: ComparisonSettings | None = None,
    ranked: bool = True,
) -> SystemComparison:
    """Compare all pairs of systems by a matrix (systems, documents), NaN for a missing score.

    ``ranked``: whether systems are sorted by their comparable means, the highest first. Raises ValueError for fewer
    than two systems with scores, and if no pair has a document in common.
    """
    settings = settings or ComparisonSettings()
    settings.check()
    means, counts = clip_share(estimate_comparable_means(scores), metric), count_documents(scores)
    scored = [place for place in range(len(systems)) if counts[place]]
    if len(scored) < 2:
        raise ValueError(f"systems with scores of {metric!r}: {len(scored)}; a comparison needs two or more")
    order = sorted(scored, key=lambda place: -means.value[place]) if ranked else scored
    ordered = scores[order]
    first, second = pair_indices(len(order))
    names = [systems[place] for place in order]
    compared = compare_pairs(
        ordered[first],
        ordered[second],
        permutations=settings.permutations,
        seed=settings.seed,
        names=[(names[one], names[other]) for one, other in zip(first, second, strict=True)],
    )
    if not any(pair.documents for pair in compared):
        raise ValueError(f"no document has scores of {metric!r} for two systems; pass scores of the same documents")
    differences = subtract_scores(ordered[first], ordered[second])
    pairs = tuple(
        pair._replace(largest_differences=_find_largest(ordered[one], ordered[other], gaps, documents, settings.listed))
        for pair, one, other, gaps in zip(compared, first, second, differences, strict=True)
    )
    groups, letters = group_systems(names, pairs)
    rows = tuple(
        ComparedSystem(names[row], means.at(place), int(counts[place]), letters[names[row]])
        for row, place in enumerate(order)
    )
    return SystemComparison(
        metric,
        rows,
        pairs,
        groups,
        settings,
        (*_warn_of_missing(ordered, names), *_list_warnings(pairs, measure_skewness(differences), settings)),
        unshared=int((~np.isnan(ordered)).any(axis=0).sum() - (~np.isnan(ordered)).all(axis=0).sum()),
        unlinked=len(set(find_linked(ordered))) - 1,
    )


def compare_where_shared(
    scores: np.ndarray,
    systems: Sequence[str],
    documents: Sequence[str],
    metric: str,
    settings: ComparisonSettings | None = None,
) -> SystemComparison | None:
    """Compare systems as `compare_systems` does; None if no document has scores of two systems."""
    is_shared = ((~np.isnan(scores)).sum(axis=0) > 1).any()
    return compare_systems(scores, systems, documents, metric, settings) if is_shared else None


def select_systems(wanted: Sequence[str] | None, known: Sequence[str]) -> list[str]:
    """Return the systems to compare, by default all; ValueError for an unknown or repeated one, or fewer than two."""
    systems, argument = list(known if wanted is None else wanted), name_argument("systems")
    for name in systems:
        if name not in known:
            raise ValueError(
                f"{argument}: no scores of the system {name!r}; the systems are: {list_known(name, known)}"
            )
    if len(set(systems)) < max(2, len(systems)):
        raise ValueError(f"{argument}: pass two or more different systems, not {', '.join(systems) or 'none'}")
    return systems


def group_systems(
    names: Sequence[str], pairs: Iterable[Difference]
) -> tuple[tuple[tuple[str, ...], ...], dict[str, str]]:
    """Return the groups of systems that do not differ significantly, and each system's letters of groups."""
    places = {name: place for place, name in enumerate(names)}
    differ = np.zeros((len(names), len(names)), dtype=bool)
    for pair in pairs:
        first, second = places[pair.first], places[pair.second]
        differ[first, second] = differ[second, first] = pair.better is not None
    groups = group_undecided(differ)
    letters = {
        name: " ".join(name_group(index) for index, group in enumerate(groups) if place in group)
        for name, place in places.items()
    }
    return tuple(tuple(names[place] for place in group) for group in groups), letters


def name_group(index: int) -> str:
    """Return a group's letter: a to z, then a1, b1, …."""
    letter = chr(ord("a") + index % 26)
    return letter if index < 26 else f"{letter}{index // 26}"


def _find_largest(
    first: np.ndarray, second: np.ndarray, differences: np.ndarray, documents: Sequence[str], count: int
) -> tuple[DocumentDifference, ...]:
    """Return the documents with the largest differences in either direction, without documents of equal scores."""
    differences = np.nan_to_num(differences)
    order = np.argsort(-np.abs(differences), kind="stable")[:count]
    return tuple(
        DocumentDifference(documents[place], float(first[place]), float(second[place]), float(differences[place]))
        for place in order
        if differences[place] != 0
    )


def _warn_of_missing(scores: np.ndarray, names: Sequence[str]) -> Iterator[ResultWarning]:
    """Yield a warning if systems were scored on different documents, with its effect on means and tests."""
    missing, known = count_missing(scores), ~np.isnan(scores)
    if not missing.any():
        return
    lacking = join_names([f"{name} lacks {count}" for name, count in zip(names, missing, strict=True) if count])
    documents = known.any(axis=0)
    share = f"{(documents & ~known.all(axis=0)).sum()} of {documents.sum()} documents lack the score of a system"
    if len(set(find_linked(scores))) > 1:
        text = "some systems have no document in common, so their means are not comparable."
        yield ResultWarning(Kind.MEANS_NOT_COMPARABLE, f"{share} ({lacking}): {text}")
        return
    yield ResultWarning(
        Kind.MISSING_SCORES,
        f"{share} ({lacking}): means are adjusted for the documents' difficulty (system and document effects), and a "
        "pair is tested on the documents that both have.",
    )


def _list_warnings(
    pairs: Sequence[Difference], skewness: np.ndarray, settings: ComparisonSettings
) -> Iterator[ResultWarning]:
    """Yield warnings of few documents, too few permutations, and tied or skewed scores."""
    wins, ties, losses, documents = np.array([(p.wins, p.ties, p.losses, p.documents) for p in pairs]).T
    yield from warn_of_few_documents(int(documents[documents > 0].min()))
    if 2.0 ** (1 - min(documents.max(), 1000)) > ALPHA:
        text = f"{documents.max()} documents are too few for a significant difference at {ALPHA}."
        yield ResultWarning(Kind.FEW_DOCUMENTS, text)
    elif 1 / (1 + settings.permutations) > ALPHA:
        yield ResultWarning(
            Kind.NOTE,
            f"{settings.permutations} permutations are too few for a significant difference at {ALPHA}; use "
            f"{math.ceil(1 / ALPHA)} or more ({name_argument('permutations')}).",
        )
    differing = wins + losses
    tied = (differing < ties) & (differing < FEW_DOCUMENTS)
    uneven = int((tied | (np.abs(skewness) > MAX_SKEWNESS)).sum())
    if uneven:
        yield ResultWarning(
            Kind.NOTE,
            f"In {uneven} of {len(tied)} pairs the scores are equal in most documents, or the differences are very "
            "skewed: intervals of differences may be too narrow.",
        )


#: the skewness above which intervals of differences are too narrow (benchmarks/paired_coverage.py)
MAX_SKEWNESS = 1.5
#: the number of names that a sentence lists; the others are counted
MAX_NAMES = 4
OTHERS = {1: "the other system", 2: "both others"}


def describe_leaders(comparison: SystemComparison, source: str | None = None) -> list[str]:
    """Return one or two sentences: the highest mean, the systems that do not score lower, and the best that does.

    Adjusted means are called so; by them, a system can be first that another beats on the documents that both have.
    ``source``: the name of the scores, by default that of the metric.
    """
    by = f"By {source or comparison.metric},"
    if comparison.unlinked:
        return [
            f"{by} no system leads: the systems fall into {1 + comparison.unlinked} groups without a common document, "
            "and means of different groups are not comparable."
        ]
    top = comparison.systems[0]
    pairs = [pair for pair in comparison.pairs if pair.first == top.system]
    beaten = [pair for pair in pairs if pair.better == top.system]
    others = "; ".join(_describe_unbeaten(pairs))
    mean = format_number(top.mean.value)
    highest = f"{top.system} has the highest {'adjusted ' * comparison.is_adjusted}mean"
    if not beaten:
        return [f"{by} no system leads: {highest} ({mean}), but {others}."]
    distance = _describe_distance(beaten[0], comparison.is_adjusted)
    if not others:
        return [
            f"{by} {top.system} leads with {'an adjusted' if comparison.is_adjusted else 'a'} mean of {mean}: it "
            f"scores significantly higher than {OTHERS.get(len(beaten), f'all {len(beaten)} others')}.",
            f"The next, {beaten[0].second}, is {distance}.",
        ]
    return [
        f"{by} {highest}, {mean}, but {others}.",
        f"It scores significantly higher than the other {len(beaten)}; the closest, {beaten[0].second}, is {distance}."
        if len(beaten) > 1
        else f"It scores significantly higher than {beaten[0].second}, which is {distance}.",
    ]


def describe_versions(comparison: SystemComparison) -> str:
    """Return in which of two evaluations each shared system scores significantly higher; "" without shared systems."""
    versions = [(system, pair) for system, pair, _ in list_versions(comparison)]
    parts = [f"{pair.better} scores significantly higher than {pair.worse}" for _, pair in versions if pair.better]
    if same := [system for system, pair in versions if not pair.better]:
        parts.append(f"{join_names(same)} {'do' if len(same) > 1 else 'does'} not change significantly")
    return f"By {comparison.metric}, {'; '.join(parts)}." if parts else ""


def _describe_unbeaten(pairs: Sequence[Difference]) -> Iterator[str]:
    """Yield how systems relate to the first system of all pairs, without those that it beats."""
    higher = [pair.second for pair in pairs if pair.better == pair.second]
    level = [pair.second for pair in pairs if pair.better is None and pair.documents]
    apart = [pair.second for pair in pairs if not pair.documents]
    if higher:
        verb = "score" if len(higher) > 1 else "scores"
        yield f"{join_names(higher)} {verb} significantly higher than it on the documents that both have"
    if len(level) == len(pairs) > 1:
        yield f"none of the other {len(level)} differs significantly from it"
    elif level:
        yield f"{join_names(level)} {'do' if len(level) > 1 else 'does'} not differ significantly from it"
    if apart:
        yield f"{join_names(apart)} {'have' if len(apart) > 1 else 'has'} no document in common with it"


def describe_test(comparison: SystemComparison) -> str:
    """Return one sentence that names the test of systems."""
    counts = [pair.documents for pair in comparison.pairs if pair.documents]
    fewest, most = min(counts), max(counts)
    documents = count_nouns(document=most)
    corrected = f" corrected for {len(comparison.pairs):,} pairs (max-T)" if len(comparison.pairs) > 1 else ""
    return (
        f"Significance: a paired permutation test over {f'{fewest:,} to ' * (fewest < most)}{documents}, "
        f"p ≤ {ALPHA}{corrected}."
    )


def join_names(names: Sequence[str]) -> str:
    """Join names as in a sentence: the first `MAX_NAMES`, and the number of the others."""
    shown = list(names[:MAX_NAMES])
    others = len(names) - len(shown)
    if others:
        shown.append(count_nouns(other=others))
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _describe_distance(pair: Difference, is_adjusted: bool) -> str:
    documents = count_nouns(document=pair.documents or 0)
    return f"{pair.difference.describe()} lower{f' on the {documents} that both have' * is_adjusted}"
