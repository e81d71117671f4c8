import math
from dataclasses import replace
from pathlib import Path

import pytest

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.formats.line_aligned import read_judgements, read_line_aligned, read_unit_lines
from sacrerouge_litepyramid.presence.lexical_weights import load_weights
from sacrerouge_litepyramid.training.lexical import Documents, fit
from sacrerouge_litepyramid.training.lexical_evaluation import CORRELATIONS, cross_validate, evaluate

#: p of a unit is that of its plain content recall: 0 → .27, 1/2 → .5, 1 → .73
RECALL = replace(load_weights(), intercept=-1.0, coefficients=(0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0))


def judged(instance_id: str, system: str, summary: str, *labels: int) -> Judged:
    return Judged(instance_id, system, summary, as_units(["cat mat", "dog"])[: len(labels)], labels)


def test_perfect_agreement_and_the_examples_that_count():
    examples = [
        judged("a", "x", "cat mat dog", 1, 1),
        judged("a", "y", "cat", 0, 0),
        judged("b", "x", "the same", 1, 0),
        judged("b", "y", "text", 0, 0),
    ]
    result = evaluate(RECALL, examples)
    assert (result.systems, result.examples) == (2, 2)
    assert [getattr(result, name) for name in CORRELATIONS] == pytest.approx([1.0] * 4)


def test_hand_computed_correlation():
    examples = [
        judged("a", "x", "cat mat", 1),
        judged("a", "y", "cat", 1),
        judged("a", "z", "rain", 0),
    ]
    low = 1 / (1 + math.exp(1))
    ours, people = [1 - low, 0.5, low], [1, 1, 0]
    deviations = [(a - sum(ours) / 3, b - 2 / 3) for a, b in zip(ours, people, strict=True)]
    expected = sum(a * b for a, b in deviations) / math.sqrt(
        sum(a * a for a, _ in deviations) * sum(b * b for _, b in deviations)
    )
    result = evaluate(RECALL, examples)
    assert result.system_pearson == pytest.approx(expected)
    assert result.summary_pearson == pytest.approx(expected)
    assert result.system_spearman == pytest.approx(math.sqrt(3) / 2)


def test_one_system_has_no_correlation():
    result = evaluate(RECALL, [judged("a", "x", "cat", 1, 0), judged("b", "x", "dog", 0, 1)])
    assert result == (1, 2, None, None, None, None)


def test_weights_of_units_count():
    units = (Unit("cat", weight=3.0), Unit("dog", weight=1.0))
    examples = [
        Judged("a", "x", "cat", units, (1, 0)),
        Judged("a", "y", "dog", units, (0, 1)),
        Judged("a", "z", "cat dog", units, (1, 1)),
    ]
    assert evaluate(RECALL, examples).summary_spearman == pytest.approx(1.0)


def test_other_units_score_instead_of_the_judged():
    examples = [judged("a", "x", "cat", 1, 0), judged("a", "y", "dog", 0, 0)]
    assert evaluate(RECALL, examples, {"a": as_units(["dog"])}).system_pearson == pytest.approx(-1.0)


def test_an_instance_without_units_is_left_out():
    examples = [
        judged("a", "x", "cat mat dog", 1, 1),
        judged("a", "y", "rain", 0, 0),
        judged("b", "x", "rain"),
        judged("b", "y", "cat"),
    ]
    result = evaluate(RECALL, examples)
    assert result.system_pearson == pytest.approx(1.0)
    assert result.summary_pearson == pytest.approx(1.0)


def test_each_fold_is_scored_by_weights_of_the_others():
    examples = [
        judged(instance, system, summary, *labels)
        for instance in ("a", "b", "c")
        for system, summary, labels in (("x", "a cat on a mat", (1, 0)), ("y", "dog", (0, 1)), ("z", "rain", (0, 0)))
    ]
    result = cross_validate(examples, [["a"], ["b", "c"]])
    assert [fold.examples for fold in result.folds] == [1, 2]
    others = fit([example for example in examples if example.instance_id != "a"])
    assert result.folds[0] == evaluate(others, [example for example in examples if example.instance_id == "a"])
    for name in CORRELATIONS:
        assert result.mean[name] == pytest.approx(sum(getattr(fold, name) for fold in result.folds) / 2)


@pytest.mark.parametrize(
    ("folds", "message"),
    [
        ([["a", "b"]], "two or more lists"),
        ([["a"], []], "none of them empty"),
        ([["a"], ["z"]], "1 instances without judgements, one is 'z'"),
        ([["a"], ["b", "a"]], "the instance 'a' twice"),
    ],
)
def test_wrong_folds(folds, message):
    examples = [judged(instance, "x", "cat", 1, 0) for instance in ("a", "b")]
    with pytest.raises(ValueError, match=message):
        cross_validate(examples, folds)


class Corpus:
    """A data set of the shared folder."""

    def __init__(self, folder: Path) -> None:
        data = read_line_aligned(folder)
        self.judged = read_judgements(folder, data)
        self.stus = {name: item.units for name, item in read_unit_lines(folder / "STUs.txt", list(data.units)).items()}
        self.documents: Documents = {each.instance_id: [str(each.documents[0])] for each in data.summaries}
        self.folds = [path.read_text("utf-8").split() for path in sorted((folder / "by_examples").glob("*.id"))]


@pytest.fixture(scope="module")
def realsumm(shared) -> Corpus:
    return Corpus(shared / "data" / "lite-pyramid" / "REALSumm")


@pytest.fixture(scope="module")
def pyrxsum(shared) -> Corpus:
    return Corpus(shared / "data" / "lite-pyramid" / "PyrXSum")


def test_the_shipped_weights_are_those_of_realsumm(realsumm):
    weights = fit(realsumm.judged, realsumm.documents)
    shipped = load_weights()
    assert weights.frequencies == shipped.frequencies
    assert (weights.intercept, *weights.coefficients) == pytest.approx(
        (shipped.intercept, *shipped.coefficients), abs=1e-4
    )


def test_agreement_on_the_whole_of_realsumm_25_systems(realsumm):
    """In sample. Measured .950/.932 and .565/.528 with SCUs, .940/.919 and .520/.500 with STUs."""
    lite2 = evaluate(load_weights(), realsumm.judged)
    assert (lite2.systems, lite2.examples) == (25, 100)
    assert lite2.system_pearson >= 0.93
    assert lite2.summary_pearson >= 0.55
    lite3 = evaluate(load_weights(), realsumm.judged, realsumm.stus)
    assert lite3.system_pearson >= 0.93
    assert lite3.summary_pearson >= 0.51


def test_agreement_on_held_out_folds_of_realsumm_25_systems(realsumm):
    """Measured .858/.850 and .563/.525."""
    mean = cross_validate(realsumm.judged, realsumm.folds, realsumm.documents).mean
    assert len(realsumm.folds) == 5
    for name, least in zip(CORRELATIONS, (0.85, 0.83, 0.56, 0.52), strict=True):
        assert mean[name] >= least, name


def test_transfer_to_pyrxsum_10_systems(pyrxsum):
    """Measured .992/.988 and .616/.588 with SCUs, .986/.927 and .609/.578 with STUs."""
    lite2 = evaluate(load_weights(), pyrxsum.judged)
    assert (lite2.systems, lite2.examples) == (10, 100)
    assert lite2.system_pearson >= 0.98
    assert lite2.summary_pearson >= 0.59
    assert evaluate(load_weights(), pyrxsum.judged, pyrxsum.stus).summary_pearson >= 0.57
