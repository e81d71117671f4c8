"""Features of related words, by hand, over the packed lexicon."""

from math import log

import pytest

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.lexical_features import FEATURES, group_features
from sacrerouge_litepyramid.judges.related_words import FEATURES as RELATED


def features(summary: str, *units: str) -> dict[str, float]:
    (group,) = group_features([Group(summary, units)], lambda stem: 1.0)
    found = dict(zip(FEATURES, group.values[0].tolist(), strict=True))
    return {name: found[name] for name in RELATED if found[name]}


@pytest.mark.parametrize(
    ("unit", "summary", "expected"),
    [
        ("They buy ships.", "They purchase ships.", {"synonyms": 1 / 2, "best_with_synonyms": 1.0}),
        ("They buy ships.", "They purchase it. Ships sank.", {"synonyms": 1 / 2, "best_with_synonyms": 1 / 2}),
        # the word itself is there, so that its synonym adds nothing
        ("They buy ships.", "They buy and purchase ships.", {"best_with_synonyms": 1.0}),
        ("The port is open.", "The port is closed.", {"best_with_synonyms": 1 / 2, "antonym": 1.0}),
        ("The port is open.", "The door is closed. The port sleeps.", {"best_with_synonyms": 1 / 2}),
        ("The poodle barked.", "The dog barked.", {"best_with_synonyms": 1 / 2, "hypernyms": 1 / 2}),
        ("The decision came.", "They decided.", {"derivations": 1 / 2}),
        ("They buy ships.", "", {}),
    ],
)
def test_what_a_summary_says_in_other_words(unit, summary, expected):
    assert features(summary, unit) == pytest.approx(expected)


def test_a_word_that_siblings_share_weighs_less():
    shared, own = log(3 / 2) + 0.05, log(3) + 0.05
    assert features("They purchase.", "They buy ships.", "They buy cars.")["synonyms"] == pytest.approx(
        shared / (shared + own)
    )
