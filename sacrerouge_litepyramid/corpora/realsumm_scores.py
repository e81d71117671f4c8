"""`setup-dataset realsumm-scores`: REALSumm's metric scores and crowd judgements in this plugin's formats.

Source: Bhandari et al. 2020 and the repository neulab/REALSumm (CC-BY-4.0). The result is checked against
numbers counted in the release.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.corpora.realsumm_release import read_pages, read_scores
from sacrerouge_litepyramid.corpora.realsumm_table import apply_policy, count_facts
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.formats.units import write_units
from sacrerouge_litepyramid.storage.files import write_json, write_json_lines

FACTS = {
    "summaries": 2500,
    "rows": 7743,
    "scus": 1056,
    "judgements": 26400,
    "ties": 277,
    "reproduced": 2400,
    "copied": 100,
}


def setup(output: Path, source: Path, bart: str = "drop") -> dict[str, Any]:
    """Write metrics.jsonl, presence.jsonl, votes.jsonl, scus.jsonl and counts.json; return the counts.

    The judgements cover all 25 systems; ``bart`` is the policy for abs_bart_out in metrics.jsonl. Everything is read
    and checked before the first file is written; ValueError if a count differs from the release.
    """
    scores, pages = read_scores(source), read_pages(source)
    facts = count_facts(scores, pages)
    for fact, expected in FACTS.items():
        if facts[fact] != expected:
            raise ValueError(f"{source}: {fact}: {facts[fact]}, but {expected} in the release; get the files again")
    metrics = apply_policy(scores, pages, bart)
    counts = {**facts, "bart": bart, "systems": len({key.summarizer_id for key in metrics})}
    write_json_lines(output / "metrics.jsonl", _metric_lines(metrics))
    presence = ({**_names(key), "labels": page.presence().tolist()} for key, page in pages.items())
    write_json_lines(output / "presence.jsonl", presence)
    votes = ({**_names(key), "votes": page.votes.tolist()} for key, page in pages.items())
    write_json_lines(output / "votes.jsonl", votes)
    scus = {key.instance_id: as_units(page.scus) for key, page in pages.items()}
    write_units(output / "scus.jsonl", scus.items())
    write_json(output / "counts.json", counts)
    return counts


def _metric_lines(metrics: Mapping[SummaryKey, Mapping[str, float]]) -> Iterator[dict[str, Any]]:
    for key, values in metrics.items():
        yield {**_names(key), "summarizer_type": "peer", "metrics": dict(values)}


def _names(key: SummaryKey) -> dict[str, str]:
    return {"instance_id": key.instance_id, "summarizer_id": key.summarizer_id}
