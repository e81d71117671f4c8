import numpy as np

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.lexical import DocumentFrequencies
from sacrerouge_litepyramid.judges.lexical_features import GroupFeatures, group_features
from sacrerouge_litepyramid.training.judge_head import RememberedFeatures

CAT, DOG, COW = (Group(f"The {name} slept.", (f"A {name} slept.", "Rain fell.")) for name in ("cat", "dog", "cow"))
RARE, FREQUENT = DocumentFrequencies(4, {"cat": 1}), DocumentFrequencies(4, {"cat": 4})


class CountedFeatures:
    """Keeps which groups were computed, beside the features of the lexical model."""

    def __init__(self) -> None:
        self.asked: list[list[Group]] = []

    def __call__(self, groups, idf) -> list[GroupFeatures]:
        self.asked.append(list(groups))
        return group_features(groups, idf)


def test_a_group_is_computed_once_and_found_in_the_order_asked():
    counted = CountedFeatures()
    remembered = RememberedFeatures(counted)
    first = remembered.of([CAT, DOG, CAT], RARE)
    assert first[0] is first[2]
    again = remembered.of([COW, DOG], DocumentFrequencies(4, {"cat": 1}))
    assert again[1] is first[1]
    assert remembered.of([DOG, CAT], RARE) == [first[1], first[0]]
    assert counted.asked == [[CAT, DOG], [COW]]


def test_features_of_another_idf_table_are_forgotten():
    counted = CountedFeatures()
    remembered = RememberedFeatures(counted)
    for frequencies in (RARE, FREQUENT, RARE):
        (found,) = remembered.of([CAT], frequencies)
        (expected,) = group_features([CAT], frequencies.idf)
        np.testing.assert_array_equal(found.values, expected.values)
    assert counted.asked == [[CAT]] * 3
