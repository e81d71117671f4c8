import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sacrerouge_litepyramid.core.pairs import Group, Pair, predict_unique_pairs, unique

TEXTS = st.text(alphabet="ab", max_size=2)
GROUPS = st.lists(
    st.tuples(TEXTS, st.lists(TEXTS, max_size=4).map(tuple)).map(lambda pair: Group(*pair)),
    max_size=6,
)


def lengths(pairs: list[Pair]) -> np.ndarray:
    return np.array([[len(pair.summary), len(pair.unit)] for pair in pairs], dtype=float)


@given(GROUPS)
def test_each_pair_is_asked_once_and_answered_in_its_place(groups):
    asked = []

    def predict(pairs):
        asked.extend(pairs)
        return lengths(pairs)

    answers = predict_unique_pairs(groups, predict)
    assert len(asked) == len(set(asked))
    assert [answer.tolist() for answer in answers] == [
        [[len(group.summary), len(unit)] for unit in group.units] for group in groups
    ]


def test_nothing_is_asked_about_nothing():
    assert predict_unique_pairs([], lengths) == []
    (answer,) = predict_unique_pairs([Group("a", ())], lengths)
    assert answer.shape[0] == 0


def test_unique_keeps_first_occurrences():
    assert unique(["b", "a", "b"]) == (["b", "a"], [0, 1, 0])
