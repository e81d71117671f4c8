"""Measure how many labels a judge saves: README's 94 labelled units and a judge, as precise as 200
units alone for a score and 160 for a difference of two systems.

On a data set whose units all have labels, samples of a few labels per system are drawn again and
again, and each estimate of the systems' scores is compared with the score by all labels. *Labels
saved* is the number of labels of whole documents that give annotators without a judge the same
error, divided by the budget. Differences gain less: whole documents are the same for both systems,
so that the documents' difficulty cancels, while units are drawn for each system apart.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from measuring import make_parser
from tqdm import tqdm

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.scoring import judge_summaries
from sacrerouge_litepyramid.statistics.intervals import NO_VARIANCE, sample_interval, share_interval
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.verdict.labels.sampling.designs import draw_samples, make_design
from sacrerouge_litepyramid.verdict.labels.sampling.estimators import (
    ScoreEstimates,
    estimate_combined,
    estimate_human,
    score_by_judge,
)
from sacrerouge_litepyramid.verdict.labels.sampling.frame import SamplingFrame, build_frame
from sacrerouge_litepyramid.verdict.labels.sampling.sample import (
    Sample,
    exact_labels,
    sum_by_system,
)

DESIGNS = ("chance", "active")
ESTIMATORS = {"labels alone": estimate_human, "labels and judge": estimate_combined}
COLUMNS = (
    "judge",
    "design",
    "estimate",
    "budget",
    "rmse",
    "bias",
    "scores covered",
    "differences",
    "labels saved",
    "for a difference",
)


def judge_units(labelled: Sequence[LabelledSummary], judge: Judge) -> SamplingFrame:
    """Return all units of all summaries as a population, with the judge's probabilities."""
    judgements = judge_summaries(judge, ((item.summary, item.units) for item in labelled))
    units, values = {}, {}
    for item, judgement in zip(labelled, judgements, strict=True):
        units[item.instance_id] = item.units
        values[SummaryKey(item.instance_id, item.summarizer_id)] = np.asarray(
            judgement.measures["p2c"]
        )
    return build_frame(Evidence("the judge", "p2c", units, values))


def collect_labels(frame: SamplingFrame, labelled: Sequence[LabelledSummary]) -> np.ndarray:
    """Return the labels in the order of the population's rows, (rows,)."""
    by_summary = {(item.instance_id, item.summarizer_id): item.labels for item in labelled}
    labels = [by_summary[row.instance_id, row.summarizer_id][row.unit] for row in frame.list_rows()]
    return np.array(labels, dtype=np.float64)


def share_by_document(frame: SamplingFrame, labels: np.ndarray) -> np.ndarray:
    """Return each document's share of each system's score by all labels, (systems, documents)."""
    systems, documents = len(frame.systems), len(frame.documents)
    cells = frame.system * documents + frame.document
    shares = np.bincount(cells, frame.weight * labels, minlength=systems * documents)
    return shares.reshape(systems, documents)


def compute_labels_saved(
    shares: np.ndarray, squared_error: float, labels_per_document: float, budget: int
) -> float:
    """Return the labels of whole documents that give this mean squared error without a judge, over
    the budget.

    For a simple random sample of m of D documents the error is D² (1 / m − 1 / D) S², where S² is
    the variance of the documents' shares (estimates, documents) of a score or of a difference.
    """
    documents = shares.shape[1]
    variance = shares.var(axis=1, ddof=1).mean()
    needed = 1 / (squared_error / (documents**2 * variance) + 1 / documents)
    return float(needed * labels_per_document / budget)


class Outcome(NamedTuple):
    """A sample's errors, and whether intervals contain the score by all labels, NaN where there is
    no interval.
    """

    # by system
    errors: np.ndarray
    covered: np.ndarray
    # by pair of systems
    differences_covered: np.ndarray


def compare_with_truth(estimates: ScoreEstimates, truth: np.ndarray) -> Outcome:
    variance, degrees = estimates.covariance.variances()
    interval = share_interval(estimates.score, variance, degrees)
    covered = (interval.low <= truth) & (truth <= interval.high)
    first, second = pair_indices(len(truth))
    pair_variance, pair_degrees = estimates.covariance.of_differences(first, second)
    difference = estimates.score[first] - estimates.score[second]
    true_difference = truth[first] - truth[second]
    interval = sample_interval(difference, pair_variance, pair_degrees)
    pairs_covered = (interval.low <= true_difference) & (true_difference <= interval.high)
    return Outcome(
        errors=estimates.score - truth,
        covered=np.where(variance > NO_VARIANCE, covered, np.nan),
        differences_covered=np.where(pair_variance > NO_VARIANCE, pairs_covered, np.nan),
    )


def measure_budget(
    frame: SamplingFrame, labels: np.ndarray, design: str, budget: int, draws: int, seed: int
) -> Iterator[list[str]]:
    """Yield, for each of ESTIMATORS, its cells of the table from "estimate" on.

    ``budget``: labels of each system.
    """
    truth = sum_by_system(frame, frame.weight * labels)
    shares = share_by_document(frame, labels)
    labels_per_document = len(labels) / shares.size
    first, second = pair_indices(len(truth))
    drawn_from = make_design(frame, design, budget * len(frame.systems))
    samples = draw_samples(drawn_from, draws, seed)
    for name, estimate in ESTIMATORS.items():
        outcomes = []
        for drawn in tqdm(samples, desc=f"{design}, {budget} labels, {name}", leave=False):
            sample = Sample(frame, drawn_from, exact_labels(np.where(drawn, labels, np.nan)))
            outcomes.append(compare_with_truth(estimate(sample), truth))
        errors = np.array([outcome.errors for outcome in outcomes])
        rmse = np.sqrt((errors**2).mean(axis=0)).mean()
        bias = np.abs(errors.mean(axis=0)).mean()
        covered = np.nanmean([outcome.covered for outcome in outcomes])
        differences_covered = np.nanmean([outcome.differences_covered for outcome in outcomes])
        saved = []
        for wrong, parts in (
            (errors, shares),
            (errors[:, first] - errors[:, second], shares[first] - shares[second]),
        ):
            squared_error = float((wrong**2).mean())
            times = compute_labels_saved(parts, squared_error, labels_per_document, budget)
            saved.append(f"{times:.2f}")
        coverage = f"{covered:.1%}", f"{differences_covered:.1%}"
        yield [name, str(budget), f"{rmse:.4f}", f"{bias:.4f}", *coverage, *saved]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "folder", type=Path, help="A data set with labels of all units, such as data/pyrxsum"
    )
    parser.add_argument("--judge", nargs="+", default=["lexical"], help="Judges by name or as JSON")
    parser.add_argument(
        "--budget", nargs="+", type=int, default=[47, 94, 188], help="Numbers of labels per system"
    )
    parser.add_argument("--draws", type=int, default=1000, help="Samples of each design and budget")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    labelled = read_labelled_folder(args.folder)
    frames = {name: judge_units(labelled, build(Judge, name)) for name in args.judge}
    rows = []
    for name, frame in frames.items():
        labels = collect_labels(frame, labelled)
        error = np.abs(score_by_judge(frame) - sum_by_system(frame, frame.weight * labels)).mean()
        rows.append([name, "", "judge alone", "", f"{error:.4f}", "", "", "", "", ""])
        for design in DESIGNS:
            for budget in args.budget:
                measured = measure_budget(frame, labels, design, budget, args.draws, args.seed)
                rows.extend([name, design, *cells] for cells in measured)
    print(render_table(COLUMNS, rows, MARKDOWN))


if __name__ == "__main__":
    main()
