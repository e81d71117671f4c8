"""plan.json: the sentences of a data set, those that people annotate, and the STUs of all of them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.storage.files import read_text, sha256, write_json

FORMAT = "litepyramid annotation plan"
VERSION = 1


class PlannedSentence(NamedTuple):
    """``easiness``: predicted, None where the selection asked no regressor; ``annotate``: people write its units."""

    text: str
    easiness: float | None
    annotate: bool


class Plan(NamedTuple):
    """Sentences in the order of the data set, those without a word left out; ``settings``: JSON-ready."""

    settings: dict[str, Any]
    sentences: dict[SentenceKey, PlannedSentence]
    stus: dict[str, list[Unit]]

    def annotated(self) -> list[SentenceKey]:
        return [key for key, sentence in self.sentences.items() if sentence.annotate]

    def reference_counts(self) -> dict[str, int]:
        """How many references each instance has, up to the last that has a sentence."""
        counts = dict.fromkeys(self.stus, 0)
        for key in self.sentences:
            counts[key.instance_id] = max(counts[key.instance_id], key.reference + 1)
        return counts

    def identity(self) -> str:
        """What a saved form names its plan by: equal for the same sentences of the same texts."""
        facts = [[*key, sentence.text, sentence.annotate] for key, sentence in self.sentences.items()]
        return sha256(json.dumps(facts).encode())[:12]


def write_plan(path: str | Path, plan: Plan) -> None:
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
    """ValueError naming the file where it is no plan, or was changed by hand."""
    try:
        data = json.loads(read_text(path))
        if data["format"] != FORMAT or data["version"] != VERSION:
            raise ValueError(f"its format is {data['format']!r}, version {data['version']!r}")
        settings = {name: data[name] for name in data if name not in ("format", "version", "plan", "instances")}
        plan = Plan(settings, *_instances(data["instances"]))
        if plan.identity() != data["plan"]:
            raise ValueError("its sentences are not those that were planned")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{path}: not a plan as plan-annotation wrote it ({error}); give its plan.json") from None
    return plan


def _instances(
    instances: Sequence[dict[str, Any]],
) -> tuple[dict[SentenceKey, PlannedSentence], dict[str, list[Unit]]]:
    sentences = {
        SentenceKey(item["instance_id"], each["reference"], each["sentence"]): PlannedSentence(
            each["text"], each["easiness"], each["annotate"]
        )
        for item in instances
        for each in item["sentences"]
    }
    return sentences, {item["instance_id"]: [unit_from_json(unit) for unit in item["stus"]] for item in instances}
