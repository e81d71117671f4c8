"""Fit judges to some folds or data sets and test them on the others.

These are tables 1, 2 and 4 of Zhang and Bansal (2021).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from tqdm import tqdm

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.experiments.evaluation_data import add_judge, read_evaluation_data
from sacrerouge_litepyramid.experiments.fold_agreement import measure_folds, render_folds
from sacrerouge_litepyramid.io.evaluation_folder import UNITS, EvaluationFolder
from sacrerouge_litepyramid.io.files import Written, write_json
from sacrerouge_litepyramid.io.folds import draw_folds, read_fold_file, read_folds
from sacrerouge_litepyramid.io.labels import find_labelled_units
from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores
from sacrerouge_litepyramid.judges.judge import Judge, JudgeSetting
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, add_metrics, split_by_folds
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.trainable import Documents, TrainableJudge, split_by_fold
from sacrerouge_litepyramid.training.training_sets import TrainingSet, join_sets, read_training_set

Fit = Callable[[Sequence[LabelledSummary], Documents | None], Judge]
TrainableSetting = TrainableJudge | str | Mapping[str, Any]
FOLDS = "folds.json"
DEFAULT_FOLDS = 5
#: the units files, without .jsonl, of which a judge's scores are measured
UNIT_SETS = ("scus", "stus")


def _choose_unit_sets(folder: str | Path) -> Sequence[str]:
    """Return UNIT_SETS, or the extracted units if a folder's labels are of these."""
    name = find_labelled_units(folder).name
    return UNIT_SETS if name == UNITS else (name.removesuffix(".jsonl"),)


def cross_validate(
    folder: str | Path,
    *,
    output: str | Path,
    judge: TrainableSetting | None = None,
    judge_per_fold: Sequence[JudgeSetting] = (),
    folds: str | Path | None = None,
    by: Literal["documents", "systems"] = "documents",
    scores: Sequence[str | Path] = (),
    metrics: Sequence[str] = (),
    human: str | None = None,
    units: Sequence[str] = (),
    baseline: str | None = None,
    resamples: int = Statistics.resamples,
    seed: int = Statistics.seed,
    constant: Literal["drop", "epsilon"] = "drop",
) -> Written:
    """Measure over folds how metrics and judges of the other folds agree with human scores.

    Args:
        folder: a folder as setup-dataset writes it.
        output: where to write the figures (JSON).
        judge: a trainable judge by its name or as JSON; it is fitted for each fold.
        judge_per_fold: fitted judges: one per fold, or one for all.
        folds: folds.json, or the number of folds to draw by the seed; by default the folder's
            folds.json if it exists, else 5.
        by: whether the folds consist of documents or systems.
        scores: further files of scores: JSON Lines, CSV, TSV or Parquet, a row for each summary.
        metrics: names of metrics, nested names joined by _; by default all metrics of the further
            files.
        human: the human score; by default the first metric of FOLDER/metrics.jsonl.
        units: units files of the data, without .jsonl, by default scus stus, or units if these are
            what was labelled.
        baseline: the metric from which the differences of all others are tested.
        resamples: draws for the intervals, 0 for none.
        seed: the seed of resamples, permutations and folds.
        constant: documents in which one side is constant have no correlation at the summary level:
            exclude and count them (drop), or raise the first value, as the Lite-Pyramid authors do
            (epsilon).
    """
    statistics = Statistics(resamples, seed=seed, constant=constant, baseline=baseline)
    if judge and judge_per_fold:
        both = f"{name_argument('judge')} and {name_argument('judge_per_fold')}"
        raise ValueError(f"{both} exclude each other; pass a judge to fit, or fitted judges")
    has_judge = bool(judge or judge_per_fold)
    source = EvaluationFolder(folder, scores)
    human = human or source.find_human()
    # A judge is compared with metrics of further files alone, not with those of the folder.
    files = scores if scores or has_judge else source.score_files
    names = list(metrics) or _list_other_metrics(files, human)
    unit_sets = units or _choose_unit_sets(folder)
    data = read_evaluation_data(
        folder, human, unit_sets if has_judge else (), with_labels=judge is not None
    )
    whole = _add_metric_files(data.scores, source.score_files, names)
    members, origin = _choose_folds(folder, folds, by, whole, seed)
    parts = split_by_folds(whole, members, by)
    report: dict[str, Any] = {
        "data": data.name,
        "by": by,
        "folds": {"source": origin, "members": members},
    }
    if has_judge:
        described = {}
        if judge:
            trainable = build(TrainableJudge, judge)
            models = list(fit_folds(data.training, members, by, trainable.fit))
            described["trained"] = trainable.identity()
        else:
            models = _build_judges(judge_per_fold, len(members))
        report["judge"] = {**described, "folds": [model.identity() for model in models]}
        by_fold = zip(parts, models, strict=True)
        parts = [add_judge(part, data, model) for part, model in by_fold]
    report["results"] = measure_folds(parts, statistics)
    return _write_report(output, human, report, f"{data.name}, folds by {by} ({origin})")


def transfer(
    *,
    train: Sequence[str | Path],
    test: str | Path,
    output: str | Path,
    judge: TrainableSetting = "lexical",
    scores: Sequence[str | Path] = (),
    metrics: Sequence[str] = (),
    baseline: str | None = None,
    constant: Literal["drop", "epsilon"] = "drop",
) -> Written:
    """Fit a judge to some data sets, and test it on another whole data set, beside other metrics.

    The human score is the first metric in metrics.jsonl of the test folder.

    Args:
        train: folders as setup-dataset writes them.
        test: the folder to test on.
        output: where to write the figures (JSON).
        judge: the trainable judge by its name or as JSON.
        scores: further files of scores: JSON Lines, CSV, TSV or Parquet, a row for each summary.
        metrics: names of metrics, nested names joined by _; by default all metrics of the further
            files.
        baseline: the metric from which the differences of all others are tested.
        constant: the rule for constant documents, as for cross-validate.
    """
    statistics = Statistics(constant=constant, baseline=baseline)
    if Path(test).resolve() in [Path(folder).resolve() for folder in train]:
        raise ValueError(
            f"{Path(test).resolve().name} is a training and a test set; use cross-validate to test "
            "within a set"
        )
    source = EvaluationFolder(test, scores)
    human = source.find_human()
    names = list(metrics) or _list_other_metrics(scores, human)
    trainable = build(TrainableJudge, judge)
    sets = [read_training_set(folder) for folder in train]
    joined = join_sets(sets)
    model = trainable.fit(joined.labelled, joined.documents)
    trained_on = [training.name for training in sets]
    data = read_evaluation_data(test, human, _choose_unit_sets(test), with_labels=False)
    whole = _add_metric_files(data.scores, source.score_files, names)
    report = {
        "train": trained_on,
        "judge": {"trained": trainable.identity(), "model": model.identity()},
        "data": data.name,
        "results": measure_folds([add_judge(whole, data, model)], statistics),
    }
    title = f"{data.name}, whole; judge trained on {', '.join(trained_on)}"
    return _write_report(output, human, report, title)


def _list_other_metrics(files: Sequence[str | Path], human: str) -> list[str]:
    return [name for name in list_metric_names(files) if name != human]


def _add_metric_files(scores: Scores, files: Sequence[str | Path], names: Sequence[str]) -> Scores:
    """Return the scores with the named metrics of files, if there are any."""
    return add_metrics(scores, read_scores(files, names)) if names else scores


def _choose_folds(
    folder: str | Path, folds: str | Path | None, by: str, scores: Scores, seed: int
) -> tuple[list[list[str]], str]:
    """Return the folds, and their source for the report."""
    if folds is None and (Path(folder) / FOLDS).exists():
        folds = Path(folder) / FOLDS
    # a file, or a number of folds to draw
    if folds is not None and not str(folds).isdecimal():
        described = read_fold_file(folds)
        source = described.get(f"by_{by}_source", Path(folds).name)
        return read_folds(folds, by), str(source)
    count = DEFAULT_FOLDS if folds is None else int(str(folds))
    names = scores.documents if by == "documents" else scores.systems
    return draw_folds(names, count, seed), f"{count} seeded, seed {seed}"


def _build_judges(settings: Sequence[JudgeSetting], folds: int) -> list[Judge]:
    """Return the judge of each fold, given one setting per fold or one for all."""
    if len(settings) not in (1, folds):
        option = name_argument("judge_per_fold")
        raise ValueError(
            f"{option}: {len(settings)} judges for {folds} folds; pass one per fold or one for all"
        )
    models = [build(Judge, setting) for setting in settings]
    return models if len(models) == folds else models * folds


def _write_report(output: str | Path, human: str, report: Mapping[str, Any], title: str) -> Written:
    """Write the report; return the tables of its results."""
    write_json(output, {"version": __version__, "human_metric": human, **report})
    return Written(Path(output), render_folds(report["results"], title).split("\n"))


def fit_folds(
    training: TrainingSet, folds: Sequence[Sequence[str]], by: str, fit: Fit
) -> Iterator[Judge]:
    """Yield, for each fold, a model fitted to the labels of the other folds.

    Data in no fold are excluded. Raises ValueError as `check_folds` does, or if the other folds of
    a fold have no labels.
    """
    numbers = range(1, len(folds) + 1)
    for number in tqdm(numbers, desc="fitting", unit="fold", disable=None, delay=1):
        split = split_by_fold(training.labelled, folds, number, by)
        yield fit(split.training, training.documents)
