"""Build the report: its inputs become JSON-ready data, and the data an HTML page."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.core.words import count_words
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.files import atomic_write, read_text
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.verdict.assessment import Assessment
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.verdict.page.page import WORDS, assemble, fill, pack
from sacrerouge_litepyramid.verdict.page.page_words import read_words
from sacrerouge_litepyramid.verdict.report.inputs import Inputs, Texts, read_inputs
from sacrerouge_litepyramid.verdict.report.statistics import compute_statistics
from sacrerouge_litepyramid.verdict.report.unit_layers import build_layers

HERE = Path(__file__).parent
#: the parts of the data that the page unpacks after it has drawn its head
PACKED = ("documents", "texts", "lengths", "layers")
#: in the order in which the page runs them
SCRIPTS = tuple(
    f"{name}.js"
    for name in (
        "words state terms saving sorting plot verdict leaderboard differences pair trust judged "
        "metrics scatter agreement units why clauses orders cues grid cards document documents "
        "report"
    ).split()
)


def build_report_data(
    inputs: Inputs, assessment: Assessment, judged: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return all data of the page, JSON-ready.

    Systems and documents are in the order of the inputs' scores. ``judged``: the estimates from a
    planned sample that annotators labelled, as the page shows them; None without a sample.
    """
    scores = inputs.scores
    keys = [[SummaryKey(name, system) for system in scores.systems] for name in scores.documents]
    texts = Texts(inputs.summaries, sum(keys, []))
    return {
        "version": __version__,
        "name": inputs.name,
        "human": inputs.human,
        "low_agreement": bool(inputs.low_agreement),
        "systems": scores.systems,
        "documents": [
            {
                "id": name,
                "question": texts.questions.get(name, ""),
                "references": texts.references(name),
                "summaries": [texts.place(key) for key in row],
            }
            for name, row in zip(scores.documents, keys, strict=True)
        ],
        "texts": texts.table,
        "written": texts.written,
        "lengths": [count_words(" ".join(sentences)) for sentences in texts.table],
        **compute_statistics(inputs, assessment),
        "resamples": assessment.statistics.resamples,
        "permutations": assessment.settings.permutations,
        "seed": assessment.settings.seed,
        "layers": build_layers(inputs, texts, assessment.signatures),
        "notes": [*inputs.notes, *_list_references(inputs.summaries.values())],
        "reading": list(inputs.reading),
        "signatures": [signature["text"] for signature in assessment.signatures],
        **({"judged": judged} if judged else {}),
    }


def assess_inputs(
    inputs: Inputs,
    signatures: Sequence[Signature] = (),
    statistics: Statistics | None = None,
    settings: ComparisonSettings | None = None,
) -> Assessment:
    """Return the statistics of a report's inputs; ``signatures`` are those of its scores."""
    return Assessment(
        inputs.scores,
        inputs.human,
        signatures=signatures,
        summaries=inputs.summaries.values(),
        evidence=inputs.evidence,
        labels=inputs.labels,
        units_digest=inputs.units_digest,
        estimated=inputs.estimated,
        statistics=statistics,
        settings=settings,
    )


def write_page(path: str | Path, data: dict[str, Any], title: str | None = None) -> int:
    """Write the page of the data of `build_report_data`, and return its size in bytes."""
    page = render_report(data, title)
    with atomic_write(path) as out:
        out.write(page)
    return len(page.encode("utf-8", "backslashreplace"))


def write_evaluation_page(source: EvaluationFolder, assessment: Assessment, path: Path) -> None:
    """Write the page of the folder of an evaluation whose statistics are known."""
    inputs = read_inputs(source, evidence=assessment.evidence)
    write_page(path, build_report_data(inputs, assessment))


def render_report(data: dict[str, Any], title: str | None = None) -> str:
    """Return the page as HTML; the data of single documents is compressed in it."""
    words = read_words(WORDS)
    shown = {name: value for name, value in data.items() if name not in PACKED}
    return assemble(
        title or words["body"]["title"].format(name=data["name"]),
        fill(read_text(HERE / "report.html"), words["body"]),
        {**shown, "words": words, "packed": pack({name: data[name] for name in PACKED})},
        styles=[read_text(HERE / "report.css")],
        scripts=[read_text(HERE / name) for name in SCRIPTS],
        words=words["page"],
    )


def _list_references(summaries: Iterable[Summary]) -> list[str]:
    """Return a note on the systems whose texts are references, if there are any."""
    # Scores of references are not those of a system.
    names = {
        summary.summarizer_id for summary in summaries if summary.summarizer_type == "reference"
    }
    return [f"Excluded, as the texts are references: {list_some(sorted(names))}."] if names else []
