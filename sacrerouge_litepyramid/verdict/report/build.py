"""Build the report: its inputs become JSON-ready data, and the data an HTML page."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.core.words import count_words
from sacrerouge_litepyramid.io.files import atomic_write, read_text
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.signatures import as_file_data
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.verdict.evaluation import TableEvaluation
from sacrerouge_litepyramid.verdict.page.page import WORDS, assemble, fill, pack
from sacrerouge_litepyramid.verdict.page.page_words import read_words
from sacrerouge_litepyramid.verdict.report.inputs import Inputs, Texts, collect_inputs
from sacrerouge_litepyramid.verdict.report.statistics import ReportSettings, compute_statistics
from sacrerouge_litepyramid.verdict.report.unit_layers import build_layers
from sacrerouge_litepyramid.verdict.tables.scored_table import ScoredTable

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
    inputs: Inputs,
    signatures: Sequence[Signature] = (),
    settings: ReportSettings | None = None,
    judged: Mapping[str, Any] | None = None,
    table: TableEvaluation | None = None,
) -> dict[str, Any]:
    """Return all data of the page, JSON-ready.

    Systems and documents are in the order of the inputs' scores. ``judged``: the estimates from a
    planned sample that annotators labelled, as the page shows them; None without a sample.
    ``table``: the evaluation of the inputs, if they were already evaluated.
    """
    settings = settings or ReportSettings()
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
        **compute_statistics(inputs, signatures, settings, table),
        **settings._asdict(),
        "layers": build_layers(inputs, texts, signatures),
        "notes": [*inputs.notes, *_list_references(inputs.summaries.values())],
        "reading": list(inputs.reading),
        "signatures": [signature["text"] for signature in signatures],
        **({"judged": judged} if judged else {}),
    }


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


def write_table_report(
    scored: ScoredTable,
    measure: str,
    name: str,
    path: str | Path,
    evaluated: TableEvaluation | None = None,
) -> Path:
    """Write the report of a scored table, and return its path.

    ``name``: the table's name, for the title; ``evaluated``: the table's evaluation, if there is
    one.
    """
    data = build_report_data(
        collect_inputs(scored, measure, name), as_file_data([scored.signature]), table=evaluated
    )
    with atomic_write(path) as out:
        out.write(render_report(data))
    return Path(path)


def _list_references(summaries: Iterable[Summary]) -> list[str]:
    """Return a note on the systems whose texts are references, if there are any."""
    # Scores of references are not those of a system.
    names = {
        summary.summarizer_id for summary in summaries if summary.summarizer_type == "reference"
    }
    return [f"Excluded, as the texts are references: {list_some(sorted(names))}."] if names else []
