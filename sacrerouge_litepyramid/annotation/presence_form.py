"""The form and the worksheet in which an annotator marks the units that each summary states."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sacrerouge_litepyramid.annotation.form import render_form
from sacrerouge_litepyramid.annotation.judgement import Tasks
from sacrerouge_litepyramid.formats.presence_votes import FORMAT as VOTES_FORMAT
from sacrerouge_litepyramid.formats.saved_forms import VERSION
from sacrerouge_litepyramid.storage.files import sha256


def render_presence_form(tasks: Tasks, order: Sequence[str], annotator: str) -> str:
    """Return an HTML form that shows the tasks in an order, names no system, and saves a file for read_presence_votes.

    With the ``annotator`` "" the form asks for the name.
    """
    return render_form("label_form", "Units in summaries", "Summaries", _data(tasks, order, annotator))


def list_vote_rows(tasks: Tasks, order: Sequence[str]) -> Iterator[tuple[str, int, str, str]]:
    """Yield for each unit of each task the task's name, the unit's number from 1, its text, and the summary."""
    for name in order:
        for number, unit in enumerate(tasks[name].units, start=1):
            yield name, number, unit.text, tasks[name].summary


def _data(tasks: Tasks, order: Sequence[str], annotator: str) -> dict[str, Any]:
    """Return the form's data, in which tasks refer to sets of units that are written once."""
    sets: dict[tuple[str, ...], int] = {}
    listed = []
    for name in order:
        texts = tuple(unit.text for unit in tasks[name].units)
        listed.append({"task": name, "summary": tasks[name].summary, "units": sets.setdefault(texts, len(sets))})
    own = sha256(json.dumps([annotator, list(order)]).encode())[:12]
    head = {"format": VOTES_FORMAT, "version": VERSION, "form": own, "annotator": annotator}
    return {**head, "tasks": listed, "units": list(sets)}
