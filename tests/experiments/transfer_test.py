import pytest

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.experiments.cross_validation import fit_to_all
from sacrerouge_litepyramid.experiments.data_set import data_set_from_labels

LABELLED = [LabelledSummary("a", "x", "a cat", as_units(["cat", "dog"]), (1, 0))]


def test_instances_of_one_id_in_two_sets_stay_apart():
    sets = [data_set_from_labels(LABELLED, {"a": [name]}, name) for name in ("one", "two")]
    labelled, documents = fit_to_all(sets, lambda *given: given)
    assert [each.instance_id for each in labelled] == ["one/a", "two/a"]
    assert documents == {"one/a": ["one"], "two/a": ["two"]}


def test_a_single_set_keeps_its_ids():
    sets = [data_set_from_labels(LABELLED, {"a": ["text"]}, "one")]
    labelled, documents = fit_to_all(sets, lambda *given: given)
    assert [each.instance_id for each in labelled] == ["a"]
    assert documents == {"a": ["text"]}


def test_documents_only_where_all_sets_have_them():
    sets = [data_set_from_labels(LABELLED, {"a": ["text"]}, "one"), data_set_from_labels(LABELLED, None, "two")]
    assert fit_to_all(sets, lambda *given: given)[1] is None


def test_two_sets_of_one_name():
    with pytest.raises(ValueError, match="training sets need names of their own, not one, one"):
        fit_to_all([data_set_from_labels(LABELLED, name="one")] * 2, lambda *given: given)
