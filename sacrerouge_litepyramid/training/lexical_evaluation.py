"""How well the lexical presence model's Lite2Pyramid (p2c) agrees with people's, in and out of the training set."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from sacrerouge.stats import summary_level_corr, system_level_corr
from scipy.stats import pearsonr, spearmanr

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.probabilities import presence
from sacrerouge_litepyramid.core.scoring import weighted_mean
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.presence.lexical import log_odds
from sacrerouge_litepyramid.presence.lexical_weights import LexicalWeights
from sacrerouge_litepyramid.training.lexical import Documents, as_group, check_judged, fit

CORRELATIONS = ("system_pearson", "system_spearman", "summary_pearson", "summary_spearman")


class Agreement(NamedTuple):
    """Correlations with people's scores; None where there is none, as with one system or scores all alike.

    System level: of the systems' means. Summary level: across systems, averaged over the examples that have one.
    """

    systems: int
    examples: int
    system_pearson: float | None
    system_spearman: float | None
    summary_pearson: float | None
    summary_spearman: float | None


class CrossValidation(NamedTuple):
    """One result a fold, each of weights fitted to the other folds, and their mean."""

    folds: tuple[Agreement, ...]
    mean: dict[str, float | None]


def evaluate(
    weights: LexicalWeights, examples: Sequence[Judged], units: Mapping[str, tuple[Unit, ...]] | None = None
) -> Agreement:
    """Agreement on all of ``examples``; ``units``: by instance id, units to score by instead of the judged ones."""
    check_judged(examples)
    chosen = [example if units is None else example._replace(units=units[example.instance_id]) for example in examples]
    odds = log_odds(weights, [as_group(example) for example in chosen])
    ours = _matrix(chosen, [_probabilities(each) for each in odds])
    people = _matrix(examples, [np.array(example.labels, dtype=np.float64) for example in examples])
    unknown = np.isnan(ours) | np.isnan(people)
    ours[unknown] = people[unknown] = np.nan
    return Agreement(
        systems=ours.shape[0],
        examples=ours.shape[1],
        system_pearson=_as_float(system_level_corr(_pearson, ours, people)),
        system_spearman=_as_float(system_level_corr(_spearman, ours, people)),
        summary_pearson=_as_float(summary_level_corr(_pearson, ours, people, silent=True)),
        summary_spearman=_as_float(summary_level_corr(_spearman, ours, people, silent=True)),
    )


def cross_validate(
    examples: Sequence[Judged], folds: Sequence[Sequence[str]], documents: Documents | None = None, l2: float = 1.0
) -> CrossValidation:
    """Each fold's examples scored by weights, idf table included, of the examples of the other folds.

    ``folds``: lists of instance ids; an example of no fold is left out. Raises ValueError for fewer than two folds, an
    unknown instance, or one in two folds.
    """
    check_judged(examples)
    check_folds(examples, folds)
    results = []
    for fold in folds:
        others = set().union(*folds) - set(fold)
        weights = fit([example for example in examples if example.instance_id in others], documents, l2)
        results.append(evaluate(weights, [example for example in examples if example.instance_id in set(fold)]))
    return CrossValidation(tuple(results), {name: _average(results, name) for name in CORRELATIONS})


def check_folds(examples: Sequence[Judged], folds: Sequence[Sequence[str]]) -> None:
    if len(folds) < 2 or not all(folds):
        raise ValueError(f"folds must be two or more lists of instance ids, none of them empty, not {folds!r:.80}")
    names = [name for fold in folds for name in fold]
    unknown = set(names) - {example.instance_id for example in examples}
    if unknown:
        raise ValueError(f"folds name {len(unknown)} instances without judgements, one is {min(unknown)!r}")
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"folds name the instance {twice[0]!r} twice; an instance belongs to one fold")


def _average(results: Sequence[Agreement], name: str) -> float | None:
    values = [getattr(result, name) for result in results]
    return None if None in values else float(np.mean(values))


def _probabilities(odds: np.ndarray) -> np.ndarray:
    return presence(np.column_stack([odds, np.zeros_like(odds)]))["p2c"]


def _matrix(examples: Sequence[Judged], values: Sequence[np.ndarray]) -> np.ndarray:
    """The weighted means of the units' values, of shape (systems, examples), NaN where there are none."""
    systems = {name: row for row, name in enumerate(sorted({example.summarizer_id for example in examples}))}
    instances = {name: column for column, name in enumerate(sorted({example.instance_id for example in examples}))}
    matrix = np.full((len(systems), len(instances)), np.nan)
    for example, of_units in zip(examples, values, strict=True):
        place = systems[example.summarizer_id], instances[example.instance_id]
        matrix[place] = weighted_mean(of_units, [unit.weight for unit in example.units])
    return matrix


def _as_float(correlation: float | None) -> float | None:
    return None if correlation is None else float(correlation)


def _pearson(ours: np.ndarray, people: np.ndarray) -> tuple[float, float]:
    return pearsonr(ours, people) if len(ours) > 1 else (np.nan, np.nan)


def _spearman(ours: np.ndarray, people: np.ndarray) -> tuple[float, float]:
    return spearmanr(ours, people) if len(ours) > 1 else (np.nan, np.nan)
