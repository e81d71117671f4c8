"""Measure how often 95% intervals of correlations cover what they are for, on made-up data sets
like a given one.

A score is a system's effect plus a document's effect plus a residual. The variances of the systems'
effects are those of the data without the noise of its documents; --correlations sets their
correlation between metric and human score. A document's effects and, for each system, a pair of
residuals are drawn from the data's. At the system level an interval is for the correlation in
another sample of as many documents of the same systems, and its limit for the correlation of the
systems' effects; at the summary level for the mean over MANY documents.
"""

import argparse
import json
from collections.abc import Mapping
from typing import NamedTuple

from measuring import add_score_options, make_parser, use_one_thread

use_one_thread()

import numpy as np  # noqa: E402

from sacrerouge_litepyramid.meta_evaluation.scores import read_metric_files  # noqa: E402
from sacrerouge_litepyramid.statistics.agreement import (  # noqa: E402
    correlate_documents,
    correlate_scores,
    draw_documents,
)
from sacrerouge_litepyramid.statistics.correlation_estimates import (  # noqa: E402
    Resampling,
    ScorePair,
    correlate_summary_level,
    correlate_system_level,
)
from sacrerouge_litepyramid.statistics.correlations import Correlations  # noqa: E402
from sacrerouge_litepyramid.statistics.correlations import correlate_all as correlate_matrices  # noqa: E402
from sacrerouge_litepyramid.statistics.estimate import Estimate, Interval  # noqa: E402
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY, percentile_interval  # noqa: E402
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table  # noqa: E402

SIZES = ("10x20", "10x100", "25x100", "58x16")
LEVELS = {"system": correlate_system_level, "summary": correlate_summary_level}
COEFFICIENTS = Correlations._fields
#: what intervals of each level are for: the same number of other documents, or unlimited ones
OTHER_SAMPLE, LIMIT, UNLIMITED = "other sample", "without noise", "many documents"
TARGETS = {"system": (OTHER_SAMPLE, LIMIT), "summary": (UNLIMITED,)}
#: what is measured of an interval: whether it covers the truth or lies above or below it, its width
NUMBERS = ("cover", "above", "below", "width")
EFFECTS = ("normal", "clusters", "skewed")
#: the number of documents that stands for infinitely many
MANY = 3000
METRIC, HUMAN = 0, 1
#: how intervals are computed; percentiles of resamples are what papers use
METHODS = (TWO_WAY, "percentile")


class Population(NamedTuple):
    """Documents and systems to draw from, the metric's scores first.

    ``effects``: the covariance of the systems' effects, (2, 2); ``documents``: the documents'
    effects, (documents, 2); ``residuals``: (documents, systems, 2); ``shape``: the distribution of
    the systems' effects, one of EFFECTS; ``keeps_residuals``: whether a system has all residuals of
    one of the data's systems, which may correlate.
    """

    effects: np.ndarray
    documents: np.ndarray
    residuals: np.ndarray
    shape: str
    keeps_residuals: bool = False


class DrawnSet(NamedTuple):
    """Systems' effects, (systems, 2), and scores (systems, documents, 2)."""

    effects: np.ndarray
    scores: np.ndarray


def fit_population(
    ours: np.ndarray, human: np.ndarray, correlation: float, shape: str
) -> Population:
    """Return a population like the data, (systems, documents) without NaN, with the given
    correlation of effects.
    """
    scores = np.stack([ours, human], axis=-1)
    systems, documents = ours.shape
    system_means, document_means = (
        scores.mean(axis=1, keepdims=True),
        scores.mean(axis=0, keepdims=True),
    )
    residuals = scores - system_means - document_means + scores.mean(axis=(0, 1))
    residuals = residuals * np.sqrt(systems * documents / ((systems - 1) * (documents - 1)))
    residuals = residuals - residuals.mean(axis=0)
    variances = (
        system_means[:, 0].var(axis=0, ddof=1) - (residuals**2).mean(axis=(0, 1)) / documents
    )
    covariance = correlation * np.sqrt(variances.prod())
    effects = np.array([[variances[0], covariance], [covariance, variances[1]]])
    centred = document_means[0] - document_means[0].mean(axis=0)
    return Population(effects, centred, residuals.transpose(1, 0, 2), shape)


def draw_systems(
    population: Population, systems: int, generator: np.random.Generator
) -> np.ndarray:
    """Draw the effects of systems, (systems, 2)."""
    if population.shape == "clusters":
        signs = generator.choice([-0.9, 0.9], size=(systems, 2))
        standard = signs + np.sqrt(1 - 0.9**2) * generator.normal(size=(systems, 2))
    elif population.shape == "skewed":
        standard = generator.exponential(size=(systems, 2)) - 1
    else:
        standard = generator.normal(size=(systems, 2))
    return standard @ np.linalg.cholesky(population.effects).T


def draw_scores(
    population: Population,
    effects: np.ndarray,
    documents: np.ndarray,
    generator: np.random.Generator,
) -> np.ndarray:
    """Draw the scores of systems in documents, (systems, documents, 2)."""
    picked = generator.integers(population.residuals.shape[1], size=(len(effects), len(documents)))
    if population.keeps_residuals:
        picked[:] = np.arange(len(effects))[:, None] % population.residuals.shape[1]
    return (
        effects[:, None]
        + population.documents[documents]
        + population.residuals[documents[None, :], picked]
    )


def draw_set(
    population: Population, systems: int, documents: int, generator: np.random.Generator
) -> DrawnSet:
    """Draw a data set."""
    effects = draw_systems(population, systems, generator)
    places = generator.integers(len(population.documents), size=documents)
    return DrawnSet(effects, draw_scores(population, effects, places, generator))


def find_truths(
    population: Population, drawn: DrawnSet, level: str, generator: np.random.Generator
) -> dict[str, Correlations]:
    """Return the correlations of a drawn set's systems that intervals of a level should cover.

    They are by TARGETS.
    """
    if level == "system":
        places = generator.integers(len(population.documents), size=drawn.scores.shape[1])
        others = draw_scores(population, drawn.effects, places, generator)
        return {
            OTHER_SAMPLE: correlate_all(others.mean(axis=1)),
            LIMIT: correlate_all(drawn.effects),
        }
    places = np.arange(MANY) % len(population.documents)
    scores = draw_scores(population, drawn.effects, places, generator)
    by_document = correlate_documents(scores[..., METRIC], scores[..., HUMAN])
    return {UNLIMITED: Correlations(*(np.nanmean(values) for values in by_document))}


def correlate_all(scores: np.ndarray) -> Correlations:
    """Return the correlations of the two sides of (…, 2) over all other axes."""
    ours, human = scores.reshape(1, -1, 2).transpose(2, 0, 1)
    return Correlations(*(value[0] for value in correlate_matrices(ours, human)))


def estimate_by(method: str, pair: ScorePair, settings: argparse.Namespace) -> dict[str, Estimate]:
    """Return, by LEVEL_COEFFICIENT, the correlations with intervals."""
    if method == TWO_WAY:
        estimates = {}
        for level in settings.levels:
            correlation = LEVELS[level]([pair], Resampling(settings.resamples))
            estimates |= {
                f"{level}_{name}": estimate for name, estimate in correlation._asdict().items()
            }
        return estimates
    values = correlate_scores(pair.ours, pair.human)._asdict()
    draws = draw_documents(pair.ours.shape[1], settings.resamples, pair.seed)
    resampled = correlate_scores(pair.ours, pair.human, draws)._asdict()
    names = [name for name in values if name.split("_")[0] in settings.levels]
    return {name: percentile_interval(float(values[name][0]), resampled[name]) for name in names}


def measure_coverage(
    population: Population, size: str, settings: argparse.Namespace
) -> dict[str, dict[str, dict[str, float]]]:
    """Return the mean NUMBERS of intervals by LEVEL_COEFFICIENT_TARGET and method."""
    systems, documents = map(int, size.split("x"))
    generator = np.random.default_rng([settings.seed, systems, documents])
    rows: dict[tuple[str, str], list[list[float]]] = {}
    for draw in range(settings.draws):
        drawn = draw_set(population, systems, documents, generator)
        pair = ScorePair(drawn.scores[..., METRIC], drawn.scores[..., HUMAN], draw)
        truths = {
            level: find_truths(population, drawn, level, generator) for level in settings.levels
        }
        for method in settings.methods:
            for name, estimate in estimate_by(method, pair, settings).items():
                level, coefficient = name.split("_")
                for target, correlations in truths[level].items():
                    interval = Interval(estimate.low, estimate.high)
                    if target == LIMIT:
                        interval = estimate.tested
                    numbers = describe_interval(interval, getattr(correlations, coefficient))
                    rows.setdefault((f"{name}_{target}", method), []).append(numbers)
    coverage: dict[str, dict[str, dict[str, float]]] = {}
    for (name, method), values in rows.items():
        means = np.mean(values, axis=0).tolist()
        coverage.setdefault(name, {})[method] = dict(zip(NUMBERS, means, strict=True))
    return coverage


def describe_interval(interval: Interval, true: float) -> list[float]:
    """Return the NUMBERS of one interval."""
    low, high = interval
    return [low <= true <= high, low > true, high < true, high - low]


def render_coverage(results: Mapping[str, Mapping], levels: list[str], coefficient: str) -> str:
    """Return a table of shares in percent, a row for each case; a slash separates the methods."""
    columns = [(level, target) for level in levels for target in TARGETS[level]]
    rows = []
    for case, coverage in results.items():
        cells = []
        for level, target in columns:
            by_method = coverage[f"{level}_{coefficient}_{target}"]
            cells.append(
                " / ".join(f"{100 * result['cover']:.0f}" for result in by_method.values())
            )
        rows.append([case, *cells])
    headers = [f"{level}, {target}" for level, target in columns]
    return render_table([coefficient, *headers], rows, MARKDOWN)


def main() -> None:
    parser = make_parser(__doc__)
    add_score_options(parser)
    add = parser.add_argument
    add(
        "--correlations",
        nargs="+",
        type=float,
        default=[0.8, 0.95],
        help="Of systems' effects (default: .8, .95)",
    )
    add(
        "--sizes",
        nargs="+",
        default=SIZES,
        metavar="SxD",
        help=f"Systems x documents (default: {' '.join(SIZES)})",
    )
    add(
        "--levels",
        nargs="+",
        choices=list(LEVELS),
        default=list(LEVELS),
        help="Levels (default: both)",
    )
    add(
        "--methods",
        nargs="+",
        choices=METHODS,
        default=list(METHODS),
        help="Kinds of intervals (default: all)",
    )
    add(
        "--effects",
        choices=EFFECTS,
        default="normal",
        help="The effects' distribution (default: %(default)s)",
    )
    add(
        "--keep-residuals",
        action="store_true",
        help="Give each system all residuals of one of the data's systems",
    )
    add(
        "--draws",
        type=int,
        default=500,
        help="Data sets to draw for each case (default: %(default)s)",
    )
    add(
        "--resamples",
        type=int,
        default=500,
        help="Resamples for each interval (default: %(default)s)",
    )
    add("--seed", type=int, default=0, help="Seed (default: %(default)s)")
    add("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    scores = read_metric_files(args.scores_files, args.human_metric, [args.metric])
    results: dict[str, dict] = {}
    for correlation in args.correlations:
        population = fit_population(
            scores.metrics[args.metric], scores.human, correlation, args.effects
        )
        population = population._replace(keeps_residuals=args.keep_residuals)
        for size in args.sizes:
            case = f"{correlation:g}, {size.replace('x', ' × ')}"
            results[case] = measure_coverage(population, size, args)
    if args.json:
        print(json.dumps(results))
        return
    print(
        f"Percent covered of {args.draws} draws, {' / '.join(args.methods)}; {args.effects} effects"
    )
    for coefficient in COEFFICIENTS:
        print(f"\n{render_coverage(results, args.levels, coefficient)}")


if __name__ == "__main__":
    main()
