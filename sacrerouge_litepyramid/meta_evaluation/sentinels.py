"""Sentinels: simple scores without a judge that a metric must beat (Perrella et al., ACL 2024)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.rouge import choose_tokenizer, ngram_overlap, ngrams, rouge_tokens
from sacrerouge_litepyramid.core.scripts import has_own_words, tokenize
from sacrerouge_litepyramid.core.texts import flatten, join_names
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.core.words import STOP_WORDS
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.records import SYSTEM, Level, list_levels
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, to_matrix
from sacrerouge_litepyramid.statistics.correlation_estimates import ScorePair
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.permutation import ComparedScores
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning

_WORD = re.compile(r"[\w'-]+")
CONTENT_WORDS, LENGTH, ROUGE = "recall of content words", "length in words", "ROUGE-1 recall"


@lru_cache(maxsize=1 << 14)
def _list_content_words(text: str) -> tuple[str, ...]:
    """Return a text's words in lower case without English stop words."""
    words = _list_words(text.lower(), _WORD.findall)
    return tuple(word for word in words if word not in STOP_WORDS)


def _list_words(text: str, split: Callable[[str], list[str]]) -> list[str]:
    if not has_own_words(text):
        return split(text)
    return [text[start:end] for start, end in tokenize(text)]


def _recall_words(summary: str, units: Sequence[str]) -> list[float]:
    known = set(_list_content_words(summary))
    recalls = []
    for unit in units:
        words = _list_content_words(unit)
        recalls.append(sum(word in known for word in words) / max(len(words), 1))
    return recalls


def _recall_unigrams(summary: str, units: Sequence[str]) -> list[float]:
    words = partial(rouge_tokens, tokenizer=choose_tokenizer(summary, *units))
    known = ngrams(words(summary), 1)
    return [ngram_overlap(ngrams(words(unit), 1), known).recall for unit in units]


#: by name, the function from a summary and its units to the units' values; the length counts words
#: between spaces or, in other scripts, the words of `core.scripts.tokenize`
SENTINELS: Mapping[str, Callable[[str, Sequence[str]], Sequence[float]]] = {
    CONTENT_WORDS: _recall_words,
    LENGTH: lambda summary, units: [len(_list_words(summary, str.split))] * len(units),
    "constant": lambda summary, units: [1.0] * len(units),
    ROUGE: _recall_unigrams,
}


def judge_by_sentinel(
    name: str, texts: Mapping[SummaryKey, str], units: Mapping[str, Sequence[Unit]]
) -> Evidence:
    """Return the evidence of one of SENTINELS; ``units``: the units by document."""
    judged = {}
    for key, text in texts.items():
        if key.instance_id in units:
            unit_texts = [unit.text for unit in units[key.instance_id]]
            judged[key] = np.array(SENTINELS[name](text, unit_texts), dtype=np.float64)
    of_documents = {document: tuple(listed) for document, listed in units.items()}
    return Evidence(name, "p2c", of_documents, judged)


def score_by_sentinels(
    scores: Scores, summaries: Iterable[Summary], units: Mapping[str, Sequence[Unit]]
) -> Scores:
    """Return scores with CONTENT_WORDS and LENGTH as the only metrics.

    They are computed by the units or, without any, by the references.
    """
    peers = [summary for summary in summaries if summary.summarizer_type == "peer"]
    units = units or {peer.instance_id: as_units(map(flatten, peer.references)) for peer in peers}
    texts = {peer.key: flatten(peer.text) for peer in peers}
    metrics = {}
    for name in (CONTENT_WORDS, LENGTH):
        judged = judge_by_sentinel(name, texts, units)
        values = {key: judged.score(key) for key in judged.values}
        metrics[name] = to_matrix(values, scores.systems, scores.documents)
    return scores._replace(metrics=metrics, not_finite={})


class SentinelGap(NamedTuple):
    """How far a metric agrees better with human scores than a sentinel, at a level."""

    name: str
    level: Level
    # the sentinel's r and the metric's
    r: float
    metric_r: float
    # the metric's r minus the sentinel's
    gain: Estimate

    @property
    def is_better(self) -> bool:
        """Whether the sentinel agrees significantly better than the metric."""
        return self.gain.tested.high < 0

    @property
    def is_as_good(self) -> bool:
        """Whether the metric does not agree significantly better than the sentinel."""
        return self.gain.tested.low <= 0


def measure_gaps(
    scores: Scores, sentinels: Scores, metric: str, statistics: Statistics
) -> tuple[SentinelGap, ...]:
    """Return how a metric agrees beside each sentinel, at the levels that the scores allow.

    ``scores``, ``sentinels``: matrices of the same systems and documents. The numbers are of the
    summaries that have all three scores.
    """
    gaps = []
    # Only the difference needs an interval.
    without_interval = statistics.resampling._replace(resamples=0)
    for name, values in sentinels.metrics.items():
        common = ComparedScores(scores.metrics[metric], values, scores.human).keep_common()
        for level in list_levels(scores):
            r, metric_r = (
                level.correlate(ScorePair(side, common.human), without_interval).pearson.value
                for side in (common.baseline, common.ours)
            )
            contrast = ScorePair(common.ours, common.human, statistics.seed, common.baseline)
            gain = level.correlate(contrast, statistics.resampling).pearson
            if not np.isnan(gain.value):
                gaps.append(SentinelGap(name, level, r, metric_r, gain))
    return tuple(gaps)


def describe_better_sentinels(gaps: Sequence[SentinelGap]) -> str:
    """Return which sentinels agree significantly better than the metric, "" if there are none."""
    parts = []
    for gap in gaps:
        if gap.is_better:
            numbers = f"{format_number(gap.r)} against {format_number(gap.metric_r)}"
            parts.append(f"{gap.name} (r {gap.level.place} {numbers})")
    if not parts:
        return ""
    verb = "agrees" if len(parts) == 1 else "agree"
    return f"Without any judge, {join_names(parts)} {verb} significantly better with human scores."


def describe_equal_sentinels(gaps: Sequence[SentinelGap]) -> str:
    """Return which sentinels the metric is not significantly better than, "" if there are none.

    Single summaries decide: a few systems seldom show a difference.
    """
    parts = []
    for gap in gaps:
        if gap.level is not SYSTEM and gap.is_as_good and not gap.is_better:
            parts.append(f"{gap.name} (r {gap.level.place} {format_number(gap.r)})")
    if not parts:
        return ""
    return f"The metric does not agree significantly better than {join_names(parts)}."


def warn_of_sentinels(gaps: Sequence[SentinelGap]) -> Iterator[ResultWarning]:
    """Yield a warning if simple scores without a judge agree as well as a metric, or better."""
    kinds = {
        Kind.BEATEN_BY_SENTINEL: describe_better_sentinels(gaps),
        Kind.LIKE_SENTINEL: describe_equal_sentinels(gaps),
    }
    for kind, text in kinds.items():
        if text:
            yield ResultWarning(kind, text)
