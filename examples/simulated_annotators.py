"""The simulated annotators of annotate_50_documents.py: they write and label units by the known
facts, and never err.

Real annotators take the place of this file: they fill in the same worksheet and label in the same
HTML forms.
"""

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

from made_up_stories import SYSTEMS, Story, to_sentence


def write_scus(worksheet: Path, stories: Mapping[str, Story]) -> None:
    """Write the facts of each sentence into its empty cell of units."""
    with worksheet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if not row["units"]:
            facts = stories[row["instance_id"]].sentences[int(row["sentence"]) - 1]
            row["units"] = " | ".join(map(to_sentence, facts))
    with worksheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def label_units(form: Path, saved: Path, stories: Mapping[str, Story]) -> None:
    """Vote on each unit of a form, 1 where the summary states it, else 0, and save the votes as the
    form does.
    """
    shown = re.search(r'id="data">(.*?)</script>', form.read_text("utf-8"), re.DOTALL)
    assert shown is not None  # every form has its data
    data = json.loads(shown[1])
    sources = {
        text: (story, system)
        for story in stories.values()
        for system, text in story.summaries.items()
    }
    tasks = []
    for task in data["tasks"]:
        story, system = sources[task["summary"]]
        votes = [int(_is_stated(unit, story, system)) for unit in data["units"][task["units"]]]
        tasks.append({"task": task["task"], "votes": votes})
    head = {name: data[name] for name in ("format", "version", "annotator")}
    saved.write_text(json.dumps({**head, "tasks": tasks}), "utf-8")


def compute_known_scores(units_file: Path, stories: Mapping[str, Story]) -> dict[str, float]:
    """Return each system's score by labels of every unit: the mean over stories of the share it
    states.
    """
    lines = [json.loads(line) for line in units_file.read_text("utf-8").splitlines()]
    units = {line["instance_id"]: [unit["text"] for unit in line["units"]] for line in lines}
    return {
        system: mean(
            mean(_is_stated(text, stories[name], system) for text in texts)
            for name, texts in units.items()
        )
        for system in SYSTEMS
    }


def _is_stated(unit: str, story: Story, system: str) -> bool:
    """Return whether a summary states the known fact with which the unit shares most words, or the
    first of several.
    """
    words = set(unit.lower().rstrip(".").split())
    facts = [fact for sentence in story.sentences for fact in sentence]
    return (
        max(facts, key=lambda fact: len(words & set(fact.lower().split()))) in story.stated[system]
    )
