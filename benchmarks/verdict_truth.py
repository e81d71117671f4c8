"""Measure how often the sentences of a verdict are false, on random tables whose truth is known.

A table has the scores of systems on documents by annotators, by a metric and by length. A score is
the system's effect, the document's effect and noise, which metric and human scores share in part.
The truth is that of many documents of the same systems. Kinds of tables differ in the size, in the
correlation of effects, in the scale of human scores (continuous, shares of few units, 0 or 1, 1 to
5), in related systems, missing rows, and in metrics that follow length or chance.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from measuring import make_parser, use_one_thread

use_one_thread()

import numpy as np  # noqa: E402
from tqdm import tqdm  # noqa: E402

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics  # noqa: E402
from sacrerouge_litepyramid.meta_evaluation.answers import ScoreBounds  # noqa: E402
from sacrerouge_litepyramid.meta_evaluation.records import SYSTEM  # noqa: E402
from sacrerouge_litepyramid.meta_evaluation.scores import Scores  # noqa: E402
from sacrerouge_litepyramid.meta_evaluation.sentinels import LENGTH, measure_gaps  # noqa: E402
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table  # noqa: E402
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings  # noqa: E402
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import measure_agreement  # noqa: E402
from sacrerouge_litepyramid.verdict.comparison.system_comparison import compare_where_shared  # noqa: E402
from sacrerouge_litepyramid.verdict.findings import Findings  # noqa: E402
from sacrerouge_litepyramid.verdict.trust import (  # noqa: E402
    MAX_LOW,
    MIN_HIGH,
    TrustLevel,
    rate_trust,  # noqa: E402
)

#: the number of documents that stands for unlimited ones
MANY = 2000
SCALES = ("continuous", "shares", "binary", "ratings")
HUMAN, METRIC, WORDS = range(3)


class Kind(NamedTuple):
    """What a random table is like; a range of sizes is drawn from."""

    name: str
    systems: Sequence[int] = (2, 3, 4, 5, 6, 8, 10, 15, 20, 30)
    documents: Sequence[int] = (3, 6, 10, 20, 40, 60, 100, 200)
    # the correlations of the systems' effects by metric and by annotators
    correlations: Sequence[float] = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
    # whether the drawn systems have exactly this correlation, else it is that of all systems
    is_exact: bool = False
    scales: Sequence[str] = SCALES
    # whether annotators rate at random
    is_coin: bool = False
    # the share of tables in which annotators like length, and the metric follows it
    follows_length: float = 0.0
    # whether the judge leaves units of one system unanswered, all of them absent ones
    refuses: bool = False
    # the standard deviation of noise, where that of systems' effects is 1
    noise: Sequence[float] = (1.0, 2.0, 4.0)


#: numbers of systems that have a correlation
SEVERAL = (3, 4, 5, 6, 8, 10, 15, 30)
KINDS = (
    Kind("any table", follows_length=0.2),
    Kind("r = 0 of all systems", correlations=(0.0,)),
    Kind("r = 0 of these systems", SEVERAL, correlations=(0.0,), is_exact=True),
    Kind("annotators at random", is_coin=True),
    Kind("a judge that refuses", refuses=True),
    Kind("r = .5 of these systems", SEVERAL, correlations=(0.5,), is_exact=True),
    Kind("r ≥ .5 of these systems", SEVERAL, correlations=(0.5, 0.7, 0.9, 0.99), is_exact=True),
    Kind(
        "r ≥ .95, 10 systems × 100 documents",
        systems=(10,),
        documents=(100,),
        correlations=(0.95, 0.97, 0.99),
        is_exact=True,
        noise=(1.0, 2.0),
    ),
)


class Population(NamedTuple):
    """Systems, of which any number of documents can be scored."""

    # (systems, sides): human score, metric, length
    effects: np.ndarray
    noise: float
    # how much of the noise metric and human score share
    shared: float
    scale: str
    is_coin: bool
    # the family of each system, whose members share half of the noise's variance
    families: np.ndarray

    def score(self, documents: int, generator: np.random.Generator) -> np.ndarray:
        """Return scores of new documents, (sides, systems, documents)."""
        systems, sides = self.effects.shape
        difficulty = generator.normal(size=(sides, 1, documents))
        own = self._draw_noise((systems, documents), generator)
        of_families = self._draw_noise((systems, documents), generator)[:, self.families]
        noise = np.sqrt(0.5) * (own + of_families)
        scores = self.effects.T[:, :, None] + difficulty + self.noise * noise
        if self.is_coin:
            scores[HUMAN] = generator.normal(size=(systems, documents))
        scores[HUMAN] = _to_scale(scores[HUMAN], self.scale, self.noise)
        return scores

    def _draw_noise(self, shape: tuple[int, int], generator: np.random.Generator) -> np.ndarray:
        human, metric, length = generator.normal(size=(3, *shape))
        metric = self.shared * human + np.sqrt(1 - self.shared**2) * metric
        return np.stack([human, metric, length])


def _to_scale(scores: np.ndarray, scale: str, noise: float) -> np.ndarray:
    """Return continuous human scores on another scale."""
    standard = scores / np.sqrt(2 + noise**2)
    if scale == "binary":
        return (standard > 0).astype(float)
    if scale == "shares":
        return np.clip(np.round(5 + 2.5 * standard), 0, 10) / 10
    if scale == "ratings":
        return np.clip(np.round(3 + standard), 1, 5)
    return scores


def draw_population(kind: Kind, generator: np.random.Generator) -> Population:
    """Draw systems of a kind."""
    systems = int(generator.choice(kind.systems))
    correlation = float(generator.choice(kind.correlations))
    values = generator.normal(size=(systems, 3))
    if kind.is_exact:
        # orthonormal columns without a mean, up to their scale
        centred = np.column_stack([np.ones(systems), values])[:, : min(systems, 4)]
        values = np.linalg.qr(centred)[0][:, 1:] * np.sqrt(systems)
        values = np.column_stack([values, generator.normal(size=(systems, 3 - values.shape[1]))])
    human, other, length = values.T
    metric = correlation * human + np.sqrt(1 - correlation**2) * other
    if generator.random() < kind.follows_length:
        metric = 0.9 * length + 0.4 * metric
        human = 0.5 * length + 0.85 * human
    families = np.arange(systems) // (3 if generator.random() < 0.3 else 1)
    return Population(
        effects=np.column_stack([human, metric, length]),
        noise=float(generator.choice(kind.noise)),
        shared=float(generator.choice([0.0, 0.3, 0.6])),
        scale=str(generator.choice(kind.scales)),
        is_coin=kind.is_coin,
        families=families,
    )


class Table(NamedTuple):
    """A random table, and what is true of its systems."""

    scores: Scores
    length: np.ndarray
    # the means of many documents, (sides, systems)
    means: np.ndarray
    # of other documents, as many as the table's, (sides, systems)
    others: np.ndarray

    @property
    def true_r(self) -> float:
        """The correlation of metric and human score over systems."""
        return correlate(self.means[HUMAN], self.means[METRIC])


def correlate(first: np.ndarray, second: np.ndarray) -> float:
    """Return Pearson's r, 0 if a side is constant."""
    if min(first.std(), second.std()) < 1e-12 or len(first) < 3:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def refuse_absent(scores: Scores, generator: np.random.Generator) -> tuple[Scores, np.ndarray]:
    """Return scores whose judge leaves absent units of one system unanswered, and its true scores.

    A true score is a share from 0 to 1; without q of its units, all absent, it seems 1 / (1 - q)
    times as high.
    """
    shares = np.clip((scores.metrics["m"] + 10) / 20, 0, 1)
    refused = np.zeros_like(shares)
    refused[generator.integers(len(shares))] = generator.uniform(0.05, 0.4)
    shown = np.clip(shares / (1 - refused), 0, 1)
    units = np.full(shares.shape, 20.0)
    bounds = ScoreBounds(units, np.round(units * (1 - refused)), shares, shares + refused)
    return scores._replace(metrics={"m": shown}, bounds={"m": bounds}), shares


def draw_table(kind: Kind, generator: np.random.Generator) -> Table:
    """Draw a table of a kind; one in five lacks scores of the metric."""
    population = draw_population(kind, generator)
    documents = int(generator.choice(kind.documents))
    human, metric, length = population.score(documents, generator)
    if generator.random() < 0.2:
        metric = np.where(generator.random(metric.shape) < 0.15, np.nan, metric)
    means = population.score(MANY, generator).mean(axis=2)
    if population.is_coin:
        # no system is better than another
        means[HUMAN] = 0.0
    others = population.score(documents, generator).mean(axis=2)
    systems = tuple(f"s{place:02}" for place in range(len(human)))
    names = tuple(f"d{place:03}" for place in range(documents))
    scores = Scores(systems, names, human, {"m": metric})
    if kind.refuses:
        scores, shares = refuse_absent(scores, generator)
        means[METRIC] = np.nanmean(shares, axis=1)
    scores = scores.keep_common()
    kept = [systems.index(name) for name in scores.systems]
    places = [names.index(name) for name in scores.documents]
    return Table(scores, length[np.ix_(kept, places)], means[:, kept], others[:, kept])


def check_table(table: Table, statistics: Statistics) -> Iterator[tuple[str, bool]]:
    """Yield the claims of a table's verdict, and whether each is true."""
    scores, metric = table.scores, table.scores.metrics["m"]
    settings = ComparisonSettings(permutations=500)
    by_metric, by_human = (
        compare_where_shared(
            matrix,
            scores.systems,
            scores.documents,
            name,
            settings,
            bounds=scores.bounds.get(name),
        )
        for name, matrix in (("m", metric), ("human", scores.human))
    )
    report = measure_agreement(scores, "human", statistics)
    gaps = measure_gaps(scores, scores._replace(metrics={LENGTH: table.length}), "m", statistics)
    agreement = report.find("m")
    findings = Findings(
        metric="m",
        comparison=by_metric,
        signature=None,
        agreement=agreement,
        quality=None,
        by_human=by_human,
        sentinels=gaps,
        at_bounds=report.list_at_bounds("m"),
    )
    true_r = table.true_r
    level = rate_trust(findings).level
    truths = {
        TrustLevel.HIGH: true_r >= MIN_HIGH,
        TrustLevel.MODERATE: true_r > 0 or len(scores.systems) == 2,
        TrustLevel.LOW: true_r < MAX_LOW,
    }
    yield f"trust: {level.value}", truths.get(level, True)
    places = {name: place for place, name in enumerate(scores.systems)}
    for name, comparison, side in (("metric", by_metric, METRIC), ("human score", by_human, HUMAN)):
        means = table.means[side]
        named = [pair for pair in comparison.pairs if pair.better]
        yield from (
            [(f"a pair differs by the {name}", all(
                means[places[pair.better]] > means[places[pair.worse]] for pair in named
            ))]
            if named
            else []
        )  # fmt: skip
    for gap in gaps:
        if gap.is_better and gap.level is SYSTEM:
            length_r = correlate(table.means[HUMAN], table.means[WORDS])
            yield "length agrees better", length_r > true_r
    r = agreement.find_r(SYSTEM)
    # With missing answers r is that of the answered units, and is shown with a range.
    if report.at_bounds:
        return
    if r is not None and r.has_interval and len(scores.systems) >= 5:
        yield "r of another sample", r.low <= correlate(*table.others[:2]) <= r.high
        yield "r without noise", r.limit.low <= true_r <= r.limit.high


def measure_kind(kind: Kind, tables: int, seed: int) -> dict[str, dict[str, int]]:
    """Return by claim how often it was made, and how often it was false."""
    made: Counter[str] = Counter()
    false: Counter[str] = Counter()
    statistics = Statistics(resamples=400)
    for place in tqdm(range(tables), desc=kind.name, disable=None):
        generator = np.random.default_rng([seed, place])
        table = draw_table(kind, generator)
        if len(table.scores.systems) < 2:
            continue
        for claim, is_true in check_table(table, statistics):
            made[claim] += 1
            false[claim] += not is_true
    return {claim: {"made": made[claim], "false": false[claim]} for claim in sorted(made)}


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--tables", type=int, default=500, help="tables of each kind")
    parser.add_argument("--kinds", nargs="+", type=int, help="numbers of kinds, from 0")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args: argparse.Namespace = parser.parse_args()
    kinds = [KINDS[place] for place in args.kinds] if args.kinds else KINDS
    results = {kind.name: measure_kind(kind, args.tables, args.seed) for kind in kinds}
    if args.json:
        print(json.dumps(results))
        return
    for name, claims in results.items():
        rows = [
            [
                claim,
                str(count["made"]),
                str(count["false"]),
                f"{count['false'] / count['made']:.1%}",
            ]
            for claim, count in claims.items()
        ]
        headers = [f"{name}: claim", "made", "false", "share"]
        print(f"\n{render_table(headers, rows, MARKDOWN)}")


if __name__ == "__main__":
    main()
