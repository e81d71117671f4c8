"""plan.json: the sentences of a data set, which sentences annotators write units for, and all STUs."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.io.files import read_text, write_json
from sacrerouge_litepyramid.io.machine_files import check_format, refuse_changes

FORMAT = "litepyramid annotation plan"
VERSION = 1
#: the setting that says whether the form of a plan shows suggestions
SUGGESTIONS = "suggestions"


class PlannedSentence(NamedTuple):
    """A sentence; ``easiness`` is the prediction or None, ``annotate`` whether annotators write its units."""

    text: str
    easiness: float | None
    annotate: bool


class Plan(NamedTuple):
    """An annotation plan: the sentences with a word in the order of the data set, and JSON-ready ``settings``."""

    settings: dict[str, Any]
    sentences: dict[SentenceKey, PlannedSentence]
    stus: dict[str, list[Unit]]

    def list_annotated(self) -> list[SentenceKey]:
        """Return the keys of the sentences to annotate."""
        return [key for key, sentence in self.sentences.items() if sentence.annotate]

    @property
    def has_suggestions(self) -> bool:
        """Whether the form shows suggestions."""
        return bool(self.settings.get(SUGGESTIONS))

    def list_suggestions(self) -> dict[SentenceKey, tuple[str, ...]]:
        """Return the distinct texts of the STUs of each sentence to annotate; none if switched off."""
        found: dict[SentenceKey, dict[str, None]] = {key: {} for key in self.list_annotated()}
        for name, stus in self.stus.items() if self.has_suggestions else ():
            for stu in stus:
                key = None if stu.sentence is None else SentenceKey(name, stu.references[0], stu.sentence)
                if key in found:
                    found[key][" ".join(stu.text.split())] = None
        return {key: tuple(texts) for key, texts in found.items()}

    def count_references(self) -> dict[str, int]:
        """Return the number of references of each instance, up to the last reference that has a sentence."""
        counts = dict.fromkeys(self.stus, 0)
        for key in self.sentences:
            counts[key.instance_id] = max(counts[key.instance_id], key.reference + 1)
        return counts

    def identity(self) -> str:
        """Return the hash by which a saved form names its plan; the same sentences and texts give the same hash."""
        facts = [[*key, sentence.text, sentence.annotate] for key, sentence in self.sentences.items()]
        return sha256(json.dumps(facts).encode())[:12]


def write_plan(path: str | Path, plan: Plan) -> None:
    """Write a plan as JSON."""
    sentences: dict[str, list[dict[str, Any]]] = {name: [] for name in plan.stus}
    for key, sentence in plan.sentences.items():
        place = {"reference": key.reference, "sentence": key.sentence}
        sentences[key.instance_id].append({**place, **sentence._asdict()})
    instances = [
        {"instance_id": name, "sentences": sentences[name], "stus": [unit_to_json(unit) for unit in stus]}
        for name, stus in plan.stus.items()
    ]
    head = {"format": FORMAT, "version": VERSION, "plan": plan.identity(), **plan.settings}
    write_json(path, {**head, "instances": instances})


def read_plan(path: str | Path) -> Plan:
    """Read a plan; raise ValueError naming the file if it is not a plan or was changed by hand."""
    with refuse_changes(path, "plan", "plan-annotation"):
        data = json.loads(read_text(path))
        check_format(data, FORMAT, VERSION)
        settings = {name: data[name] for name in data if name not in ("format", "version", "plan", "instances")}
        plan = Plan(settings, *_parse_instances(data["instances"]))
        if plan.identity() != data["plan"]:
            raise ValueError("its sentences are not those that were planned")
    return plan


def _parse_instances(
    instances: Sequence[dict[str, Any]],
) -> tuple[dict[SentenceKey, PlannedSentence], dict[str, list[Unit]]]:
    sentences = {
        SentenceKey(item["instance_id"], entry["reference"], entry["sentence"]): PlannedSentence(
            entry["text"], entry["easiness"], entry["annotate"]
        )
        for item in instances
        for entry in item["sentences"]
    }
    return sentences, {item["instance_id"]: [unit_from_json(unit) for unit in item["stus"]] for item in instances}
