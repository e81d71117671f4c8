"""Label forms, filled in as an annotator would."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any


def read_form_data(form: Path) -> dict[str, Any]:
    """Return the data that a form shows."""
    return json.loads(re.search(r'id="data">(.*?)</script>', form.read_text("utf-8"), re.DOTALL)[1])


def fill_vote_form(form: Path, judge: Callable[[str, str], object]) -> int:
    """Vote by ``judge(summary, unit)`` and save NAME.json beside NAME.html.

    Return the number of units.
    """
    data = read_form_data(form)
    tasks = [
        {
            "task": task["task"],
            "votes": [judge(task["summary"], unit) for unit in data["units"][task["units"]]],
        }
        for task in data["tasks"]
    ]
    saved = {**{name: data[name] for name in ("format", "version", "annotator")}, "tasks": tasks}
    form.with_suffix(".json").write_text(json.dumps(saved), "utf-8")
    return sum(len(task["votes"]) for task in tasks)
