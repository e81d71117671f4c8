"""REALSumm's scores joined with its votes: counts of the release, and policies for its abstractive BART.

The released scores of abs_bart_out are a copy of ext_bart_out's; its votes are its own.
"""

from collections.abc import Mapping

import numpy as np

from sacrerouge_litepyramid.corpora.realsumm_release import HUMAN, Page, ReleasedSummary
from sacrerouge_litepyramid.formats.metrics import SummaryKey

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
        metrics.update({key: {HUMAN: float(page.presence().mean())} for key, page in own.items()})
    return dict(sorted(metrics.items(), key=lambda item: item[0].summarizer_id))


def count_facts(scores: Mapping[SummaryKey, ReleasedSummary], pages: Mapping[SummaryKey, Page]) -> dict[str, int]:
    """Count judged summaries, rows of votes, SCUs, judgements and ties, and make two comparisons.

    "reproduced": released human scores that equal those from the votes, without the copied system; "copied": summaries
    of the abstractive BART whose text and scores equal those of the extractive one.
    """
    reproduced = [
        key
        for key, page in pages.items()
        if key in scores and abs(page.presence().mean() - scores[key].scores.get(HUMAN, np.nan)) < ROUNDING
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
