"""Which systems differ significantly: tests of all pairs by max-T, groups, and leading systems."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import join_names, list_known
from sacrerouge_litepyramid.meta_evaluation.answers import (
    ScoreBounds,
    count_answers,
    hold_to_bounds,
    warn_of_missing_answers,
)
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference, DocumentDifference
from sacrerouge_litepyramid.statistics.interval_notes import warn_of_few_documents
from sacrerouge_litepyramid.statistics.intervals import clip_share
from sacrerouge_litepyramid.statistics.max_t import MIN_DECIDING_DOCUMENTS
from sacrerouge_litepyramid.statistics.paired import (
    compare_pairs,
    count_documents,
    subtract_scores,
)
from sacrerouge_litepyramid.statistics.significance import group_undecided, pair_indices
from sacrerouge_litepyramid.statistics.system_effects import (
    count_missing,
    estimate_comparable_means,
    find_linked,
)
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparedSystem,
    ComparisonSettings,
    SystemComparison,
    name_group,
)
from sacrerouge_litepyramid.verdict.comparison.leaders import ADJUSTED, describe_ranking

#: the number of documents with the largest differences that are named for a pair
LARGEST = 5


def compare_systems(
    scores: np.ndarray,
    systems: Sequence[str],
    documents: Sequence[str],
    metric: str,
    settings: ComparisonSettings | None = None,
    ranked: bool = True,
    bounds: ScoreBounds | None = None,
) -> SystemComparison:
    """Compare all pairs of systems by a matrix (systems, documents), NaN for a missing score.

    ``ranked``: whether systems are sorted by their comparable means, the highest first. ``bounds``:
    those of the scores if the judge left units unanswered. Raises ValueError if no pair has a
    document in common.
    """
    if not (count_documents(scores.T) > 1).any():
        raise ValueError(
            f"no document has scores of {metric!r} for two systems; pass scores of the same "
            "documents"
        )
    return compare_where_shared(scores, systems, documents, metric, settings, ranked, bounds)


def compare_where_shared(
    scores: np.ndarray,
    systems: Sequence[str],
    documents: Sequence[str],
    metric: str,
    settings: ComparisonSettings | None = None,
    ranked: bool = True,
    bounds: ScoreBounds | None = None,
) -> SystemComparison:
    """Compare systems as `compare_systems` does, also if there is one, or no common document."""
    settings = settings or ComparisonSettings()
    settings.check()
    means = clip_share(estimate_comparable_means(scores), metric)
    counts = count_documents(scores)
    # Systems without scores are left out.
    order = np.flatnonzero(counts).tolist()
    if ranked:
        order.sort(key=lambda place: -means.value[place])
    scores = scores[order]
    names = [systems[place] for place in order]
    first_places, second_places = pair_indices(len(order))
    first, second = scores[first_places], scores[second_places]
    differences = subtract_scores(first, second)
    named = list(itertools.combinations(names, 2))
    tested = compare_pairs(first, second, named, settings.permutations, settings.seed)
    pairs: list[Difference] = []
    for place, pair in enumerate(tested):
        largest = _find_largest(first[place], second[place], differences[place], documents)
        pairs.append(pair._replace(largest_differences=tuple(largest)))
    answers = {} if bounds is None else count_answers(bounds, systems)
    if bounds is not None:
        kept = bounds.take(order, axis=0)
        ends = kept.take(first_places, axis=0), kept.take(second_places, axis=0)
        pairs = hold_to_bounds(pairs, *ends, answers, *settings)
    letters = assign_letters(names, pairs)
    rows = [
        ComparedSystem(name, means.at(place), int(counts[place]), letters[name])
        for name, place in zip(names, order, strict=True)
    ]
    systems_of_documents = count_documents(scores.T)
    is_unshared = (systems_of_documents > 0) & (systems_of_documents < len(scores))
    unshared = int(is_unshared.sum())
    # the groups of systems beside the first
    unlinked = len(set(find_linked(scores))) - 1 if names else 0
    warnings = [
        *warn_of_missing_answers(answers),
        *_warn_of_missing(scores, names, unshared, unlinked),
        *_list_warnings(pairs),
    ]
    return SystemComparison(
        metric=metric,
        systems=tuple(rows),
        pairs=tuple(pairs),
        settings=settings,
        warnings=tuple(warnings),
        unshared=unshared,
        unlinked=unlinked,
        answers=answers,
        largest_loss=_find_largest_loss(scores),
    )


def _find_largest_loss(scores: np.ndarray) -> float:
    """Return by how much two scores of a document can differ.

    Shares are from 0 to 1. The ends of another scale are unknown: its observed range counts,
    widened to 0, as scores that all tie may show one value alone.
    """
    highest = np.nanmax(scores, initial=0.0)
    lowest = np.nanmin(scores, initial=0.0)
    return max(float(highest - lowest), 1.0)


def select_systems(wanted: Sequence[str] | None, known: Sequence[str]) -> list[str]:
    """Return the systems to compare, by default all.

    Raises ValueError for an unknown or repeated one, and for fewer than two.
    """
    systems = list(known if wanted is None else wanted)
    argument = name_argument("systems")
    for name in systems:
        if name not in known:
            names = list_known(name, known)
            raise ValueError(
                f"{argument}: no scores of the system {name!r}; the systems are: {names}"
            )
    if len(systems) < 2 or len(set(systems)) < len(systems):
        raise ValueError(
            f"{argument}: pass two or more different systems, not {', '.join(systems) or 'none'}"
        )
    return systems


def find_better(names: Sequence[str], pairs: Iterable[Difference]) -> np.ndarray:
    """Return whether the row's system is better than the column's, (systems, systems).

    Rows and columns are in the order of ``names``.
    """
    places = {name: place for place, name in enumerate(names)}
    better = np.zeros((len(names), len(names)), dtype=bool)
    for pair in pairs:
        if pair.better and pair.worse:
            better[places[pair.better], places[pair.worse]] = True
    return better


def assign_letters(names: Sequence[str], pairs: Iterable[Difference]) -> dict[str, str]:
    """Return each system's letters; two share one exactly if they do not differ significantly."""
    better = find_better(names, pairs)
    letters: dict[str, list[str]] = {name: [] for name in names}
    # Two systems differ in whichever direction.
    for index, members in enumerate(group_undecided(better | better.T)):
        for place in members:
            letters[names[place]].append(name_group(index))
    return {name: " ".join(given) for name, given in letters.items()}


def _find_largest(
    first: np.ndarray,
    second: np.ndarray,
    differences: np.ndarray,
    documents: Sequence[str],
) -> Iterator[DocumentDifference]:
    """Yield the documents with the largest differences, either way, but none with equal scores."""
    sizes = np.abs(np.nan_to_num(differences))
    for place in np.argsort(-sizes, kind="stable")[:LARGEST]:
        if sizes[place]:
            scores = float(first[place]), float(second[place])
            yield DocumentDifference(documents[place], *scores, float(differences[place]))


def _warn_of_missing(
    scores: np.ndarray, names: Sequence[str], unshared: int, unlinked: int
) -> Iterator[ResultWarning]:
    """Yield a warning if systems were scored on different documents, with its consequences.

    ``unshared``, ``unlinked``: as in `SystemComparison`.
    """
    if not unshared:
        return
    # by system, the documents that it lacks and others have
    missing = count_missing(scores)
    counted = zip(names, missing, strict=True)
    lacking = join_names([f"{name} lacks {count}" for name, count in counted if count])
    documents = np.count_nonzero(count_documents(scores.T))
    verb = "lacks" if unshared == 1 else "lack"
    share = f"{unshared} of {documents} documents {verb} the score of a system ({lacking})"
    if unlinked:
        text = (
            f"{share}: some systems have no document in common, so their means are not comparable."
        )
        yield ResultWarning(Kind.MEANS_NOT_COMPARABLE, text)
        return
    yield ResultWarning(
        Kind.MISSING_SCORES,
        f"{share}: means are adjusted for the documents' difficulty (system and document effects), "
        "and a pair is tested on the documents that both have.",
    )


def _list_warnings(pairs: Sequence[Difference]) -> Iterator[ResultWarning]:
    """Yield warnings of few documents."""
    documents = [pair.documents for pair in pairs if pair.documents]
    if not documents:
        return
    yield from warn_of_few_documents(min(documents))
    if max(documents) < MIN_DECIDING_DOCUMENTS:
        text = f"{max(documents)} documents are too few for a significant difference at {ALPHA}."
        yield ResultWarning(Kind.FEW_DOCUMENTS, text)


def describe_leaders(comparison: SystemComparison, source: str | None = None) -> list[str]:
    """Return one or two sentences on which system leads (`describe_ranking`), or why none can.

    Adjusted means are called so; by them, a system can be first that another beats on the documents
    that both have. ``source``: the name of the scores, by default that of the metric.
    """
    if len(comparison.systems) == 1:
        return [f"{comparison.systems[0].system} is the only system; a comparison needs two."]
    if not comparison.pairs:
        return ["There are no two systems with scores to compare."]
    by = f"By {source or comparison.metric},"
    if comparison.unlinked:
        return [
            f"{by} no system leads: the systems fall into {1 + comparison.unlinked} groups without "
            "a common document, and means of different groups are not comparable."
        ]
    unscored = [
        name for name, given in comparison.answers.items() if given.units and not given.answered
    ]
    if unscored:
        return [f"{by} no system leads, because all answers of {join_names(unscored)} are missing."]
    means = {row.system: row.mean.value for row in comparison.systems}
    noun = ADJUSTED if comparison.is_adjusted else "mean"
    return describe_ranking(means, comparison.pairs, by, noun)


class Version(NamedTuple):
    """A system that two evaluations share, and its names in the comparison of both."""

    system: str
    new: str
    old: str


def describe_versions(comparison: SystemComparison, versions: Sequence[Version]) -> str:
    """Return in which of two evaluations each shared system scores significantly higher.

    Return "" without shared systems.
    """
    by_names = {frozenset((pair.first, pair.second)): pair for pair in comparison.pairs}
    parts, same = [], []
    for version in versions:
        pair = by_names.get(frozenset((version.new, version.old)))
        if pair is not None and pair.better:
            parts.append(f"{pair.better} scores significantly higher than {pair.worse}")
        elif pair is not None:
            same.append(version.system)
    if same:
        verb = "does" if len(same) == 1 else "do"
        parts.append(f"{join_names(same)} {verb} not change significantly")
    return f"By {comparison.metric}, {'; '.join(parts)}." if parts else ""
