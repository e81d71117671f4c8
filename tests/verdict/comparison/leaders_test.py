"""The sentences about who leads, on small random data with ties and missing scores, against the
records behind them.
"""

import re

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.warning import Kind
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.verdict.comparison.system_comparison import (
    compare_where_shared,
    describe_leaders,
)

STEP = 0.05
LEADERS = re.compile(
    r"By m, (?P<none>no system leads: )?(?P<top>s\d) (?:has|leads with) the (?P<degree>highest|higher) "
    r"(?P<adjusted>adjusted )?mean, (?P<mean>[\d.]+)"
    r"(?:, but (?P<unbeaten>.*) do(?:es)? not score significantly lower|"
    r": (?P<rest>every|the) other system scores significantly lower)\."
)
CLOSEST = re.compile(
    r"The (?:next|closest that scores significantly lower), (?P<name>s\d), is (?P<distance>[\d.]+)"
    r"(?: \(.*?\))? lower(?: on the (?P<both>\d+) documents? that both have)?\."
)


def draw_scores(seed):
    """Return scores (systems, documents) in steps, NaN for a missing one."""
    rng = np.random.default_rng(seed)
    systems = int(rng.integers(1, 7))
    documents = int(rng.integers(2, 31))
    easy = 0.6 * rng.random(documents)
    quality = rng.choice([0.0, 0.2, 0.6]) * rng.random(systems)
    noise = rng.normal(0, 0.15, (systems, documents))
    shares = (easy + quality[:, None] + noise).clip(0, 1)
    # whole numbers of steps, so that many scores are tied
    scores = np.round(shares / STEP) * STEP
    kind = seed % 4
    if kind == 1:
        scores[rng.random(scores.shape) < 0.3] = np.nan
    elif kind == 2:
        scores[-1, easy < np.median(easy)] = np.nan
    elif kind == 3:
        scores[0, documents // 2 :] = np.nan
        scores[1:, : documents // 2] = np.nan
    return scores


def compare(scores):
    names = [f"s{place}" for place in range(len(scores))]
    documents = [f"d{place}" for place in range(scores.shape[1])]
    return compare_where_shared(scores, names, documents, "m", ComparisonSettings(500))


def count_names(text):
    """Return how many names a text lists or counts."""
    listed = re.findall(r"s\d", text)
    more = re.search(r"(\d+) others?$", text)
    if more is None:
        return len(listed)
    return len(listed) + int(more[1])


@pytest.mark.parametrize("seed", range(60))
def test_who_leads_is_true(seed):
    scores = draw_scores(seed)
    comparison = compare(scores)
    first, *others = describe_leaders(comparison)
    if len(comparison.systems) == 1:
        assert (
            first == f"{comparison.systems[0].system} is the only system; a comparison needs two."
        )
        return
    if not comparison.pairs:
        assert first == "There are no two systems with scores to compare."
        return
    if seed % 4 == 3:
        assert "fall into 2 groups without a common document" in first
        return
    found = LEADERS.fullmatch(first)
    assert found, first
    has_two = len(comparison.systems) == 2
    assert found["degree"] == ("higher" if has_two else "highest")
    assert found["rest"] in (None, "the" if has_two else "every")
    means = {row.system: row.mean.value for row in comparison.systems}
    top = found["top"]
    assert means[top] == max(means.values())
    assert float(found["mean"]) == pytest.approx(means[top], abs=0.00051)
    # a document that some systems lack
    known = ~np.isnan(scores)
    known = known[known.any(axis=1)]
    has_any = known.any(axis=0)
    has_all = known.all(axis=0)
    is_unequal = (has_any & ~has_all).any()
    assert bool(found["adjusted"]) == is_unequal
    kinds = [warning.kind for warning in comparison.warnings]
    assert is_unequal == (Kind.MISSING_SCORES in kinds)
    beaten = {pair.worse: pair for pair in comparison.pairs if pair.better == top}
    assert count_names(found["unbeaten"] or "") == len(means) - 1 - len(beaten)
    assert bool(found["none"]) == (not beaten)
    assert len(others) == min(len(beaten), 1)
    for sentence in others:
        closest = CLOSEST.fullmatch(sentence)
        assert closest, sentence
        # the best of the systems that score significantly lower
        pair = beaten[closest["name"]]
        assert means[pair.worse] == max(means[name] for name in beaten)
        distance = float(closest["distance"])
        assert distance == pytest.approx(abs(pair.difference.value), abs=0.00051)
        assert int(closest["both"] or pair.documents) == pair.documents
