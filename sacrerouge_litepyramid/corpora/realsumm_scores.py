"""REALSumm's metric scores joined with its votes, in this package's formats.

Source: Bhandari et al. 2020 and the repository neulab/REALSumm (CC-BY-4.0). The result is checked against numbers
counted in the release.

The released scores of abs_bart_out are a copy of ext_bart_out's; its votes are its own."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np

from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.corpora.data_set import RELEASE_TOLERANCE, DataSet
from sacrerouge_litepyramid.corpora.realsumm_release import Page, ReleasedSummary, read_pages, read_released_summaries
from sacrerouge_litepyramid.io.files import write_json, write_json_lines
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey, write_metrics
from sacrerouge_litepyramid.io.units import write_units

COPY, COPIED = "abs_bart_out", "ext_bart_out"
BART_POLICIES = ("drop", "as-is", "repaired")


def apply_policy(
    scores: Mapping[SummaryKey, ReleasedSummary], pages: Mapping[SummaryKey, Page], policy: str
) -> dict[SummaryKey, dict[str, float]]:
    """Return scores by document and system; raise ValueError for an unknown policy.

    drop: 24 systems; as-is: 25, one twice; repaired: 25, of which the abstractive BART has the human score from the
    votes and no metric's score.
    """
    if policy not in BART_POLICIES:
        raise ValueError(f"--bart must be one of {', '.join(BART_POLICIES)}, not {policy!r}")
    metrics = {key: each.scores for key, each in scores.items() if policy == "as-is" or key.summarizer_id != COPY}
    if policy == "repaired":
        own = {key: page for key, page in pages.items() if key.summarizer_id == COPY}
        metrics.update({key: {HUMAN_METRIC: float(page.labels().mean())} for key, page in own.items()})
    return dict(sorted(metrics.items(), key=lambda item: item[0].summarizer_id))


def count_facts(scores: Mapping[SummaryKey, ReleasedSummary], pages: Mapping[SummaryKey, Page]) -> dict[str, int]:
    """Count annotated summaries, rows of votes, SCUs, labels and ties, and make two comparisons.

    "reproduced": released human scores that equal those from the votes, without the copied system; "copied": summaries
    of the abstractive BART whose text and scores equal those of the extractive one.
    """
    reproduced = [
        key
        for key, page in pages.items()
        if key in scores
        and abs(page.labels().mean() - scores[key].scores.get(HUMAN_METRIC, np.nan)) < RELEASE_TOLERANCE
    ]
    copies = [key for key in scores if key.summarizer_id == COPY]
    return {
        "summaries": len(pages),
        "rows": sum(len(page.votes) for page in pages.values()),
        "scus": sum(len(scus) for scus in {key.instance_id: page.scus for key, page in pages.items()}.values()),
        "labels": sum(len(page.scus) for page in pages.values()),
        "ties": sum(page.ties() for page in pages.values()),
        "reproduced": sum(key.summarizer_id != COPY for key in reproduced),
        "copied": sum(scores[key] == scores.get(key._replace(summarizer_id=COPIED)) for key in copies),
    }


FACTS = {
    "summaries": 2500,
    "rows": 7743,
    "scus": 1056,
    "labels": 26400,
    "ties": 277,
    "reproduced": 2400,
    "copied": 100,
}


@DataSet.register("realsumm-scores")
class RealSummScores(DataSet):
    description = "Setup REALSumm's released metric scores and crowd workers' votes"
    example = "data/realsumm-scores --source DIR"
    files = ("metrics.jsonl", "labels.jsonl", "votes.jsonl", "scus.jsonl", "counts.json")

    def setup(  # type: ignore[override]
        self,
        output: Path,
        *,
        source: Annotated[Path, Files(("*.csv", "*.md", "*.pkl", "*scores-*.json"))],
        bart: Literal["drop", "as-is", "repaired"] = "drop",
    ) -> dict[str, Any]:
        """Write the files; the labels cover all 25 systems.

        Args:
            source: a copy of the repository neulab/REALSumm.
            bart: the abstractive BART's released scores are a copy of the extractive one's: drop it (24 systems), take
                it as-is (25, one twice), or repaired (25, the human score from votes, no metric), in metrics.jsonl.
        """
        scores, pages = read_released_summaries(source), read_pages(source)
        facts = count_facts(scores, pages)
        for fact, expected in FACTS.items():
            if facts[fact] != expected:
                raise ValueError(f"{source}: {fact}: {facts[fact]}, but {expected} in the release; get the files again")
        metrics = apply_policy(scores, pages, bart)
        # The first metric of metrics.jsonl is the human score.
        metrics = {
            key: dict(sorted(own.items(), key=lambda item: item[0] != HUMAN_METRIC)) for key, own in metrics.items()
        }
        counts = {**facts, "bart": bart, "systems": len({key.summarizer_id for key in metrics})}
        write_metrics(output / "metrics.jsonl", metrics.items())
        write_labels(output / "labels.jsonl", ((key, page.labels().tolist()) for key, page in pages.items()))
        votes = ({**key._asdict(), "votes": page.votes.tolist()} for key, page in pages.items())
        write_json_lines(output / "votes.jsonl", votes)
        write_units(
            output / "scus.jsonl", {key.instance_id: as_units(page.scus) for key, page in pages.items()}.items()
        )
        write_json(output / "counts.json", counts)
        return {"dataset": "REALSumm scores", **counts}
