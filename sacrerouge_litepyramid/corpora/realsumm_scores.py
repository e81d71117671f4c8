"""`setup-dataset realsumm-scores`: REALSumm's metric scores joined with its votes, in this plugin's formats.

Source: Bhandari et al. 2020 and the repository neulab/REALSumm (CC-BY-4.0). The result is checked against numbers
counted in the release.

The released scores of abs_bart_out are a copy of ext_bart_out's; its votes are its own."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.corpora.realsumm_release import HUMAN, Page, ReleasedSummary, read_pages, read_scores
from sacrerouge_litepyramid.io.files import write_json, write_json_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.units import write_units

COPY, COPIED = "abs_bart_out", "ext_bart_out"
BART_POLICIES = ("drop", "as-is", "repaired")
#: largest difference between a computed and a released share of present SCUs
ROUNDING = 1e-9


def apply_policy(
    scores: Mapping[SummaryKey, ReleasedSummary], pages: Mapping[SummaryKey, Page], policy: str
) -> dict[SummaryKey, dict[str, float]]:
    """Return scores by document and system; raise ValueError for an unknown policy.

    drop: 24 systems; as-is: 25, one twice; repaired: 25, of which the abstractive BART has people's score from the
    votes and no metric's score.
    """
    if policy not in BART_POLICIES:
        raise ValueError(f"--bart must be one of {', '.join(BART_POLICIES)}, not {policy!r}")
    metrics = {key: each.scores for key, each in scores.items() if policy == "as-is" or key.summarizer_id != COPY}
    if policy == "repaired":
        own = {key: page for key, page in pages.items() if key.summarizer_id == COPY}
        metrics.update({key: {HUMAN: float(page.labels().mean())} for key, page in own.items()})
    return dict(sorted(metrics.items(), key=lambda item: item[0].summarizer_id))


def count_facts(scores: Mapping[SummaryKey, ReleasedSummary], pages: Mapping[SummaryKey, Page]) -> dict[str, int]:
    """Count judged summaries, rows of votes, SCUs, judgements and ties, and make two comparisons.

    "reproduced": released human scores that equal those from the votes, without the copied system; "copied": summaries
    of the abstractive BART whose text and scores equal those of the extractive one.
    """
    reproduced = [
        key
        for key, page in pages.items()
        if key in scores and abs(page.labels().mean() - scores[key].scores.get(HUMAN, np.nan)) < ROUNDING
    ]
    copies = [key for key in scores if key.summarizer_id == COPY]
    return {
        "summaries": len(pages),
        "rows": sum(len(page.votes) for page in pages.values()),
        "scus": sum(len(scus) for scus in {key.instance_id: page.scus for key, page in pages.items()}.values()),
        "judgements": sum(len(page.scus) for page in pages.values()),
        "ties": sum(page.ties() for page in pages.values()),
        "reproduced": sum(key.summarizer_id != COPY for key in reproduced),
        "copied": sum(scores[key] == scores.get(key._replace(summarizer_id=COPIED)) for key in copies),
    }


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
    """Write metrics.jsonl, labels.jsonl, votes.jsonl, scus.jsonl and counts.json; return the counts.

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
    judge = ({**_names(key), "labels": page.labels().tolist()} for key, page in pages.items())
    write_json_lines(output / "labels.jsonl", judge)
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
