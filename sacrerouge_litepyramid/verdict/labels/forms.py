"""Render the form in which annotators label units."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.io.labels import FORMAT, VERSION
from sacrerouge_litepyramid.verdict.labels.tasks import Tasks
from sacrerouge_litepyramid.verdict.page.page import assemble, fill
from sacrerouge_litepyramid.verdict.page.page_words import ENGLISH, read_words

HERE = Path(__file__).parent
#: the texts of the forms, by language
WORDS = HERE / "words"


def render_label_form(
    tasks: Tasks,
    order: Sequence[str],
    annotator: str,
    references: Mapping[str, Sequence[str]] | None = None,
    partly: bool = False,
    language: str = ENGLISH,
) -> str:
    """Return an HTML form that shows the tasks in an order, without names of systems.

    It saves a file for `read_votes_of_form`. If ``annotator`` is "", the form asks for the name.
    ``references``: by document, shown on demand; ``partly``: whether to offer this vote.
    """
    words = read_words(WORDS, language)
    texts = {**words["form"], **words["label_form"]}
    task = fill(read_text(HERE / "label_form.html"), texts)
    body = fill(read_text(HERE / "form.html"), {**texts, "task": task})
    data = _build_label_data(tasks, order, annotator, references or {}, partly)
    data["words"] = {**words["form_script"], **words["label_form_script"]}
    styles = [read_text(HERE / name) for name in ("form.css", "label_form.css")]
    scripts = [read_text(HERE / name) for name in ("form.js", "label_form.js")]
    return assemble(texts["title"], body, data, styles, scripts, words["page"])


def read_form_tasks(path: Path) -> set[str]:
    """Return the names of the tasks in a form."""
    return set(re.findall(r'"task":"(\w+)"', read_text(path)))


def _build_label_data(
    tasks: Tasks,
    order: Sequence[str],
    annotator: str,
    references: Mapping[str, Sequence[str]],
    partly: bool,
) -> dict[str, Any]:
    """Return the form's data, in which tasks refer by number to sets of units and of references.

    Every set is written once.
    """
    # sets of statements, and of references' texts, with their numbers
    unit_sets: dict[tuple[str, ...], int] = {}
    reference_sets: dict[tuple[str, ...], int] = {}
    listed = []
    for name in order:
        task = tasks[name]
        statements = tuple(unit.statement for unit in task.units)
        texts = tuple(references.get(task.instance_id, ()))
        listed.append(
            {
                "task": name,
                "summary": task.summary,
                "units": unit_sets.setdefault(statements, len(unit_sets)),
                "reference": reference_sets.setdefault(texts, len(reference_sets)),
            }
        )
    facts = [annotator, list(order)]
    if partly:
        facts.append("partly")
    return {
        "format": FORMAT,
        "version": VERSION,
        "form": sha256(json.dumps(facts).encode())[:12],
        "annotator": annotator,
        "partly": partly,
        "tasks": listed,
        "units": list(unit_sets),
        "references": list(reference_sets),
    }
