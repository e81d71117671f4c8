"""Explain a summary's score from Python, as the command `explain` does."""

from typing import Annotated, Any

from sacrerouge_litepyramid.core.arguments import EvaluationFiles
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.io.evaluation_folder import (
    MEASURES,
    SUMMARIES,
    EvaluationFolder,
    split_measure,
)
from sacrerouge_litepyramid.io.evidence import select_evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.signatures import read_signatures
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.meta_evaluation.judges import find_signature, find_weights
from sacrerouge_litepyramid.verdict.report.explanation import (
    Explanation,
    explain_summary,
    select_summary,
)


def explain(
    folder: Annotated[Any, EvaluationFiles(("evidence",), needs_folder=True)],
    document: str | None = None,
    system: str | None = None,
    *,
    metric: str | None = None,
) -> Explanation:
    """Explain why a summary has its score, unit by unit; the result prints as text.

    Args:
        folder: the folder of an evaluation.
        document: the summary's document; by default that of the lowest score.
        system: the summary's system; by default that of the lowest score.
        metric: the metric, by default the first of the folder's; its name may end in a measure
            (lite2pyramid_l2c).

    Raises:
        ValueError: for a document, a system or a metric that the evidence lacks.
    """
    source = folder if isinstance(folder, EvaluationFolder) else EvaluationFolder(folder)
    files = source.require_evidence()
    if len(files) > 1:
        raise ValueError(f"{source.name}: pass one file of evidence, not {len(files)}")
    name, measure = split_measure(metric) if metric else (source.judged_metric, None)
    evidence = select_evidence(files[0], name, measure or MEASURES[0])
    key = select_summary(evidence, files[0], document, system)
    weights = find_weights(find_signature(evidence.name, read_signatures(files)))
    references = _read_references(source, key)
    return explain_summary(evidence, key, evidence.summaries[key], weights, references)


def _read_references(folder: EvaluationFolder, key: SummaryKey) -> list[Text]:
    """Return the references of a summary, an empty list if the folder does not have them."""
    path = folder.find(SUMMARIES)
    for summary in read_summaries(path) if path else ():
        if summary.key == key:
            return summary.references
    return []
