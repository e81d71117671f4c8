"""`setup-dataset litepyramid-realsumm|litepyramid-pyrxsum`: the Lite-Pyramid authors' data in this plugin's formats.

The result is checked against facts from Zhang and Bansal (2021) and their README.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.corpora.released_files import fetch, load_checksums, verify
from sacrerouge_litepyramid.io.files import write_json, write_json_lines
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.io.line_aligned import (
    LineAligned,
    read_judgements,
    read_line_aligned,
    read_released_folds,
    read_unit_lines,
    split_tagged_sentences,
)
from sacrerouge_litepyramid.io.summaries import Summary, summary_to_json
from sacrerouge_litepyramid.io.units import write_units

RELEASE = "https://raw.githubusercontent.com/ZhangShiyue/Lite2-3Pyramid/main/data"
UNIT_FILES = {"scus.jsonl": "SCUs.txt", "stus.jsonl": "STUs.txt", "mixed50.jsonl": "STUs_SCUs_percentage50.txt"}


@dataclass(frozen=True)
class Corpus:
    """A released data set and the facts that identify it; ``human_score`` is ``litepyramid_recall`` of ``system``."""

    name: str
    systems: int
    judgements: int
    system: str
    human_score: float


REALSUMM = Corpus("REALSumm", systems=25, judgements=26400, system="abs_bart_out", human_score=0.48349484)
PYRXSUM = Corpus("PyrXSum", systems=10, judgements=4780, system="t5-large", human_score=0.29117532)


def setup(corpus: Corpus, output: Path, source: Path | None = None) -> dict[str, int]:
    """Write a data set's files to ``output``; return counts by name.

    ``source`` is a copy of the released folder; without it the files are downloaded to ``output/released``. Everything
    is read and checked before the first file is written.
    """
    checksums = load_checksums(corpus.name)
    folder = source or output / "released"
    if source:
        verify(folder, checksums)
    else:
        fetch(f"{RELEASE}/{corpus.name}", checksums, folder)
    data = read_line_aligned(folder)
    labelled = read_judgements(folder, data)
    _check_facts(corpus, labelled)
    write(folder, output, data, labelled)
    return {"systems": corpus.systems, "instances": len(data.units), "judgements": corpus.judgements}


def write(folder: Path, output: Path, data: LineAligned, labelled: Sequence[LabelledSummary]) -> None:
    """Write summaries, units, judge, people's scores and folds of a folder in the authors' layout."""
    folds = _folds(folder, labelled)
    write_json_lines(output / "summaries.jsonl", (summary_to_json(_sentences(each)) for each in data.summaries))
    for name, released in UNIT_FILES.items():
        units = read_unit_lines(folder / released, list(data.units))
        write_units(output / name, ((each.instance_id, each.units) for each in units.values()))
    write_json_lines(output / "labels.jsonl", _labels(labelled))
    write_json(output / "folds.json", folds)
    write_json_lines(output / "metrics.jsonl", _metrics(labelled))


def compute_human_scores(labelled: Sequence[LabelledSummary]) -> dict[str, float]:
    """Compute people's score of each system: the mean over instances of the weighted share of present SCUs."""
    scores = defaultdict(list)
    for item in labelled:
        scores[item.summarizer_id].append(compute_human_score(item))
    return {system: float(np.mean(values)) for system, values in scores.items()}


def _check_facts(corpus: Corpus, labelled: Sequence[LabelledSummary]) -> None:
    scores = compute_human_scores(labelled)
    facts = {
        "systems": (len(scores), corpus.systems),
        "judgements": (sum(len(item.labels) for item in labelled), corpus.judgements),
        f"human score of {corpus.system}": (round(scores.get(corpus.system, 0.0), 8), corpus.human_score),
    }
    for fact, (found, expected) in facts.items():
        if found != expected:
            raise ValueError(f"{corpus.name}: {fact} is {found}, but {expected} in the release; get the files again")


def _sentences(summary: Summary) -> Summary:
    return summary._replace(references=[split_tagged_sentences(text) for text in summary.references])


def _labels(labelled: Sequence[LabelledSummary]) -> Iterator[dict[str, Any]]:
    for item in labelled:
        yield {"instance_id": item.instance_id, "summarizer_id": item.summarizer_id, "labels": list(item.labels)}


def _metrics(labelled: Sequence[LabelledSummary]) -> Iterator[dict[str, Any]]:
    for item in labelled:
        yield {
            "instance_id": item.instance_id,
            "summarizer_id": item.summarizer_id,
            "summarizer_type": "peer",
            "metrics": {"litepyramid_recall": compute_human_score(item)},
        }


def _folds(folder: Path, labelled: Sequence[LabelledSummary]) -> dict[str, Any]:
    """Return the released folds if there are any, else seeded ones."""
    names = {
        "by_examples": {item.instance_id for item in labelled},
        "by_systems": {item.summarizer_id for item in labelled},
    }
    folds: dict[str, Any] = {}
    for kind, members in names.items():
        parts = read_released_folds(folder, kind)
        folds[kind] = parts or draw_folds(sorted(members))
        folds[f"{kind}_source"] = "released" if parts else "seeded, seed 0"
        if sorted(name for part in folds[kind] for name in part) != sorted(members):
            raise ValueError(f"{folder / kind}: the folds do not hold each name of the data set once")
    return folds
