"""What is made of REALSumm's abstractive BART, whose released scores are a copy of the extractive one's."""

from collections.abc import Mapping

from sacrerouge_litepyramid.formats.realsumm import HUMAN, Key, Page, Scored

COPY, COPIED = "abs_bart_out", "ext_bart_out"
BART_POLICIES = ("drop", "as-is", "repaired")


def apply_policy(scores: Mapping[Key, Scored], pages: Mapping[Key, Page], policy: str) -> dict[Key, dict[str, float]]:
    """Scores by document and system. ValueError for an unknown policy.

    drop: 24 systems; as-is: 25, one twice; repaired: 25, the abstractive BART with people's score from the votes and no
    score of a metric.
    """
    if policy not in BART_POLICIES:
        raise ValueError(f"--bart must be one of {', '.join(BART_POLICIES)}, not {policy!r}")
    metrics = {key: each.scores for key, each in scores.items() if policy == "as-is" or key.summarizer_id != COPY}
    if policy == "repaired":
        own = {key: page for key, page in pages.items() if key.summarizer_id == COPY}
        metrics.update({key: {HUMAN: float(page.presence().mean())} for key, page in own.items()})
    return dict(sorted(metrics.items(), key=lambda item: item[0].summarizer_id))
