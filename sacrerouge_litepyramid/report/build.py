"""The report: the inputs as JSON-ready data, and the data as an HTML page."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid import __version__
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.pages.page import assemble
from sacrerouge_litepyramid.report.reading import Inputs
from sacrerouge_litepyramid.report.statistics import compute_statistics
from sacrerouge_litepyramid.report.texts import Texts
from sacrerouge_litepyramid.report.unit_layers import build_layers
from sacrerouge_litepyramid.storage.files import read_text

HERE = Path(__file__).parent
SCRIPTS = (
    *("state.js", "leaderboard.js", "scatter.js", "agreement.js"),
    *("units.js", "grid.js", "cards.js", "document.js", "documents.js", "report.js"),
)


def build_report_data(
    inputs: Inputs, signatures: Sequence[str] = (), resamples: int = 1000, seed: int = 0
) -> dict[str, Any]:
    """Return all data of the page, JSON-ready; systems and documents are in the order of the inputs' scores."""
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, not {resamples}")
    scores = inputs.scores
    keys = [[SummaryKey(name, system) for system in scores.systems] for name in scores.documents]
    texts = Texts(inputs.summaries, [key for row in keys for key in row if key in inputs.summaries])
    return {
        "version": __version__,
        "name": inputs.name,
        "people": inputs.people,
        "systems": scores.systems,
        "documents": [
            {
                "id": name,
                "references": texts.references(name),
                "summaries": [texts.place(key) for key in row],
            }
            for name, row in zip(scores.documents, keys, strict=True)
        ],
        "texts": texts.table,
        **compute_statistics(scores, inputs.people, resamples, seed),
        "resamples": resamples,
        "seed": seed,
        "layers": build_layers(inputs, texts),
        "notes": inputs.notes,
        "signatures": signatures,
    }


def render_report(data: dict[str, Any], title: str | None = None) -> str:
    """Return the page as HTML."""
    return assemble(
        title or f"Summary scores: {data['name']}",
        read_text(HERE / "report.html"),
        data,
        styles=[read_text(HERE / "report.css")],
        scripts=[read_text(HERE / name) for name in SCRIPTS],
    )


def read_signatures(paths: Sequence[str | Path]) -> list[str]:
    """Read the signatures beside files of scores, one line per signature; ValueError for a file that is none."""
    found: dict[str, None] = {}
    for path in (Path(f"{path}.signature.json") for path in paths):
        if path.exists():
            try:
                found.update(dict.fromkeys(entry["text"] for entry in json.loads(read_text(path))))
            except (json.JSONDecodeError, TypeError, KeyError, RecursionError) as error:
                raise ValueError(f"{path}: not a signature as scoring writes it ({error}); remove the file") from None
    return list(found)
