"""The simulated annotators of annotate_50_documents.py: they fill in worksheets by the known facts, and never err.

Real annotators take the place of this file: they open the HTML forms, or fill in the same worksheets.
"""

import csv
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import mean

from made_up_stories import SYSTEMS, Story, to_sentence


def write_scus(worksheet: Path, stories: Mapping[str, Story]) -> None:
    """Write the facts of each sentence into its empty cell of units."""
    rows = _read_sheet(worksheet)
    for row in rows:
        if not row["units"]:
            facts = stories[row["instance_id"]].sentences[int(row["sentence"]) - 1]
            row["units"] = " | ".join(map(to_sentence, facts))
    _write_sheet(worksheet, rows)


def label_units(worksheet: Path, filled: Path, stories: Mapping[str, Story]) -> None:
    """Vote on each unit in a copy of the worksheet: 1 where the summary states it, else 0."""
    sources = {text: (story, system) for story in stories.values() for system, text in story.summaries.items()}
    votes = [
        {**row, "vote": str(int(_is_stated(row["unit"], *sources[row["summary"]])))} for row in _read_sheet(worksheet)
    ]
    _write_sheet(filled, votes)


def compute_known_scores(units_file: Path, stories: Mapping[str, Story]) -> dict[str, float]:
    """Return each system's score by labels of every unit: the mean over stories of the share it states."""
    lines = [json.loads(line) for line in units_file.read_text("utf-8").splitlines()]
    units = {line["instance_id"]: [unit["text"] for unit in line["units"]] for line in lines}
    return {
        system: mean(mean(_is_stated(text, stories[name], system) for text in texts) for name, texts in units.items())
        for system in SYSTEMS
    }


def _is_stated(unit: str, story: Story, system: str) -> bool:
    """Return whether a summary states the known fact with which the unit shares most words, or the first of several."""
    words = set(unit.lower().rstrip(".").split())
    facts = [fact for sentence in story.sentences for fact in sentence]
    return max(facts, key=lambda fact: len(words & set(fact.lower().split()))) in story.stated[system]


def _read_sheet(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def _write_sheet(path: Path, rows: Iterable[dict[str, str]]) -> None:
    first, *others = rows
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(first))
        writer.writeheader()
        writer.writerows([first, *others])
