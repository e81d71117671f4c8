"""Write the report of an evaluation from Python, as the command `report` does."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from sacrerouge_litepyramid.core.arguments import EvaluationFiles, name_argument
from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.io.evaluation_folder import (
    PLANNED_LABELS,
    REPORT,
    EvaluationFolder,
)
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.signatures import read_signatures
from sacrerouge_litepyramid.statistics.warning import list_texts

if TYPE_CHECKING:
    from sacrerouge_litepyramid.verdict.labels.sampling.estimate_report import EstimateReport


def write_report(
    folder: Annotated[Any, EvaluationFiles(("scores", "evidence"), needs_folder=True)],
    *,
    labels: str | Path | None = None,
    target: Literal["these", "like-these"] = "these",
    metrics: Sequence[str] | None = None,
    human: str | None = None,
    title: str | None = None,
    output: str | Path | None = None,
) -> Written:
    """Write scores, unit evidence and labels as one HTML file.

    Print the result to see its main findings.

    Args:
        folder: the folder of an evaluation, or `EvaluationFolder` with further files.
        labels: the labels of a plan made from the evidence; by default FOLDER/planned_labels.jsonl,
            if it exists.
        target: whether the labels estimate the scores of these documents, or of documents like
            these.
        metrics: the scores to show, nested names joined by _, by default all but jackknifed ones;
            the evidence is shown by the measure in which the first name ends (lite2pyramid_l2c),
            else by p2c.
        human: the human score; by default the first metric of FOLDER/metrics.jsonl.
        title: the page's title; by default the name of FOLDER.
        output: where to write the page (HTML); by default FOLDER/report.html.

    Raises:
        ValueError: if the scores lack a metric, if there are labels but no evidence, or if files do
            not match.
    """
    # The help of the command imports this module; these take longer than the rest of it.
    from sacrerouge_litepyramid.verdict.report.build import (
        assess_inputs,
        build_report_data,
        write_page,
    )
    from sacrerouge_litepyramid.verdict.report.inputs import read_inputs
    from sacrerouge_litepyramid.verdict.report.statistics import list_verdict

    source = folder if isinstance(folder, EvaluationFolder) else EvaluationFolder(folder)
    problems = []
    estimated = None
    planned = source.find(PLANNED_LABELS)
    if labels:
        estimated = _estimate(source, labels, target)
    elif planned is not None and source.evidence_files:
        try:
            estimated = _estimate(source, planned, target)
        except ValueError as error:
            problems.append(f"{PLANNED_LABELS} is not used: {error}")
    inputs = read_inputs(source, metrics, human, None if estimated is None else estimated.name)
    inputs = inputs._replace(notes=[*inputs.notes, *problems])
    assessment = assess_inputs(inputs, read_signatures(source.signed_files))
    shown = None if estimated is None else _select_shown(estimated)
    data = build_report_data(inputs, assessment, shown)
    path = Path(output or Path(source.name, REPORT))
    size = write_page(path, data, title) / 2**20
    counts = (
        f"{path}: {size:.1f} MiB, {count_nouns(system=len(data['systems']))} × "
        f"{count_nouns(document=len(data['documents']))}, scores: {len(data['metrics'])}, unit "
        f"sets: {len(data['layers'])}"
    )
    lines = [counts]
    notes = [*inputs.notes]
    if estimated is not None:
        lines += [estimated.headline(), estimated.describe()]
        notes += list_texts(estimated.warnings)
    lines += list_verdict(data)
    return Written(path, lines, [f"note: {note}" for note in notes])


def _estimate(folder: EvaluationFolder, labels: str | Path, target: str) -> "EstimateReport":
    """Estimate the systems' scores from the labels of a plan.

    Raise ValueError if there is no evidence.
    """
    from sacrerouge_litepyramid.verdict.labels.sampling.estimation import estimate_systems
    from sacrerouge_litepyramid.verdict.labels.sampling.labelled_sample import read_planned_sample

    if not folder.evidence_files:
        raise ValueError(
            f"{labels}: labels cannot be used without the judge's probabilities; pass the evidence "
            f"that the plan was made from ({name_argument('evidence')})"
        )
    judge, sample = read_planned_sample(folder.evidence_files, labels)
    return estimate_systems(sample, judge, target, seed=0)


def _select_shown(estimated: "EstimateReport") -> Mapping[str, Any]:
    """Return the part of the estimates that the page shows, JSON-ready."""
    from sacrerouge_litepyramid.verdict.comparison.compared_systems import shorten_letters

    written = estimated.to_dict()
    shown = {name: written[name] for name in ("name", "warnings", "low_agreement")}
    return {
        "leader": estimated.headline(),
        "sentence": estimated.describe(),
        "systems": [
            {**row, "groups": shorten_letters(row["groups"])} for row in written["systems"]
        ],
        **shown,
    }
