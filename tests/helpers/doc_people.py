"""What people do between the documentation's commands: they fill in forms, as far as files go."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

from helpers.sample_scus import sample_scus
from helpers.support import read_lines
from sacrerouge_litepyramid.cli.commands.demo import SAMPLE
from sacrerouge_litepyramid.io import annotations
from sacrerouge_litepyramid.io import votes as form_votes
from sacrerouge_litepyramid.io.annotation_plans import read_plan
from sacrerouge_litepyramid.io.forms import VERSION


def annotate(folder: Path) -> None:
    """Two people share the plan out and write the sample's SCUs."""
    plan = read_plan(folder / "plan/plan.json")
    keys = plan.list_annotated()
    for name, own in (("ann", keys[::2]), ("bob", keys[1::2])):
        sentences = []
        for key in own:
            units = [{"text": text, "also": also} for text, also in sample_scus(*key)]
            sentences.append({**key._asdict(), "text": plan.sentences[key].text, "units": units, "nothing": not units})
        head = {"format": annotations.FORMAT, "version": VERSION, "plan": plan.identity()}
        (folder / f"units-{name}.json").write_text(json.dumps({**head, "sentences": sentences}), "utf-8")


def judge(folder: Path) -> None:
    """People vote in their forms as the sample's labels say."""
    labels = _sample_labels()
    for sheet in sorted(folder.glob("forms/labels-*.csv")):
        name = sheet.stem.removeprefix("labels-")
        tasks: dict[str, list[int]] = {}
        for task, summary, unit in _votes(sheet):
            tasks.setdefault(task, []).append(labels[summary, unit])
        head = {"format": form_votes.FORMAT, "version": VERSION, "annotator": name}
        saved = {**head, "tasks": [{"task": task, "votes": votes} for task, votes in tasks.items()]}
        (folder / f"votes-{name}.json").write_text(json.dumps(saved), "utf-8")


def _votes(sheet: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the task, the summary and the unit of each row of a worksheet."""
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            yield row["task"], row["summary"], row["unit"]


def _sample_labels() -> dict[tuple[str, str], int]:
    """Return people's label of each unit in each summary of the sample, by their texts."""
    texts = {_key(line): line["summary"]["text"] for line in read_lines(SAMPLE / "summaries.jsonl")}
    units = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "scus.jsonl")}
    return {
        (texts[_key(line)], unit["text"]): label
        for line in read_lines(SAMPLE / "labels.jsonl")
        for unit, label in zip(units[line["instance_id"]], line["labels"], strict=True)
    }


def _key(line: dict) -> tuple[str, str]:
    return line["instance_id"], line["summarizer_id"]
