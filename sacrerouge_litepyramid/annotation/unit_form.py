"""The form and the worksheet in which people write SCUs for the sentences of a plan."""

from collections.abc import Iterator
from typing import Any

from sacrerouge_litepyramid.annotation.form import render_form
from sacrerouge_litepyramid.annotation.suggestions import has_suggestions, list_suggestions
from sacrerouge_litepyramid.formats.annotation_plans import Plan
from sacrerouge_litepyramid.formats.annotations import FORMAT, WorksheetRow
from sacrerouge_litepyramid.formats.saved_forms import VERSION


def render_unit_form(plan: Plan) -> str:
    """Return an HTML form that shows each planned sentence in its reference and saves a file for read_annotation."""
    return render_form("unit_form", "Content units", "Sentences", _data(plan))


def list_worksheet_rows(plan: Plan) -> Iterator[WorksheetRow]:
    """Yield what the worksheet shows of each planned sentence."""
    references, suggestions = _references(plan), list_suggestions(plan)
    for key in plan.list_annotated():
        whole = " ".join(sentence["text"] for sentence in references[key.instance_id][key.reference])
        yield WorksheetRow(key, plan.sentences[key].text, suggestions[key], whole)


def _data(plan: Plan) -> dict[str, Any]:
    keys, suggestions = plan.list_annotated(), list_suggestions(plan)
    asked = {key.instance_id for key in keys}
    return {
        "format": FORMAT,
        "version": VERSION,
        "plan": plan.identity(),
        "suggestions": has_suggestions(plan),
        "sentences": [
            {**key._asdict(), "text": plan.sentences[key].text, "suggestions": suggestions[key]} for key in keys
        ],
        "references": {name: sentences for name, sentences in _references(plan).items() if name in asked},
    }


def _references(plan: Plan) -> dict[str, list[list[dict[str, Any]]]]:
    """Return each instance's references as lists of sentences; a reference without sentences is []."""
    references: dict[str, list[list[dict[str, Any]]]] = {
        name: [[] for _ in range(count)] for name, count in plan.count_references().items()
    }
    for key, sentence in plan.sentences.items():
        references[key.instance_id][key.reference].append({"sentence": key.sentence, "text": sentence.text})
    return references
