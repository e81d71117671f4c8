"""The report of estimates: systems, pairs, verdicts, and what is refused or warned of."""

import re
from dataclasses import replace

import numpy as np
import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid.verdict.labels.sampling.designs import draw_sample, make_design
from sacrerouge_litepyramid.verdict.labels.sampling.estimation import (
    count_labels_needed,
    estimate_systems,
)
from sacrerouge_litepyramid.verdict.labels.sampling.labelled_sample import LabelledSample
from sacrerouge_litepyramid.verdict.labels.sampling.sample import Sample, exact_labels

DATA = make_labelled(documents=40)


def judge(labels=DATA.labels, budget=180, missing=(0, 0, 0)):
    design = make_design(DATA.frame, "chance", budget)
    drawn = draw_sample(design, 0)
    sample = Sample(DATA.frame, design, exact_labels(np.where(drawn, labels, np.nan)))
    planned = np.bincount(DATA.frame.system, drawn).astype(int)
    return LabelledSample(sample, planned, np.array(missing))


def test_systems_are_ranked_and_pairs_follow():
    report = estimate_systems(judge(), "lite2pyramid_p2c")
    scores = [system.combined.score.value for system in report.systems]
    assert scores == sorted(scores, reverse=True)
    names = [system.system for system in report.systems]
    assert [(pair.first, pair.second) for pair in report.pairs] == [
        (names[0], names[1]), (names[0], names[2]), (names[1], names[2])
    ]  # fmt: skip
    assert report.pairs[0].difference.value == pytest.approx(scores[0] - scores[1])
    assert (report.labels, report.units) == (180, 600)


def test_combined_is_surer_than_labels_alone_and_says_how_many_they_need():
    for system in estimate_systems(judge(), "judge").systems:
        assert system.combined.standard_error < system.human.standard_error
        assert system.combined.score.low < system.combined.score.value < system.combined.score.high
        assert 60 < system.labels_needed < 200


def test_a_wide_difference_is_significant_and_equal_systems_share_a_letter():
    labels = np.where(DATA.frame.system == 0, 1.0, DATA.labels)
    labels[(DATA.frame.system == 0) & (DATA.frame.unit == 0)] = 0
    report = estimate_systems(judge(labels), "judge")
    assert report.systems[0].system == "a" and report.systems[0].groups == "a"
    assert [pair.better for pair in report.pairs[:2]] == ["a", "a"]
    assert all(pair.p <= pair.adjusted_p <= 0.05 for pair in report.pairs[:2])
    text = report.details()
    assert "labels of 180 of 600 units (design: chance)" in text and re.search(
        r"adjusted p +better\na − b .+ a\n", text
    )


def test_an_interval_excludes_0_exactly_where_holm_decides():
    data = make_labelled(systems=6, documents=40)
    design = make_design(data.frame, "chance", 360)
    drawn = draw_sample(design, 0)
    sample = Sample(data.frame, design, exact_labels(np.where(drawn, data.labels, np.nan)))
    labelled = LabelledSample(sample, np.full(6, 60), np.zeros(6, dtype=int))
    pairs = estimate_systems(labelled, "judge").pairs
    excluding = [pair.difference.low > 0 or pair.difference.high < 0 for pair in pairs]
    assert excluding == [pair.better is not None for pair in pairs]
    assert any(pair.p <= 0.05 < pair.adjusted_p for pair in pairs), (
        "single intervals would say otherwise"
    )
    assert all(pair.difference.is_simultaneous for pair in pairs)


def test_documents_like_these_are_less_sure_than_these():
    sample = judge()
    these, like = (estimate_systems(sample, "judge", target) for target in ("these", "like-these"))
    for one, other in zip(these.systems, like.systems, strict=True):
        assert one.combined.score.value == other.combined.score.value
        assert one.combined.standard_error < other.combined.standard_error
    assert "documents like these" in like.details()


def test_with_all_labels_the_intervals_are_over_documents():
    report = estimate_systems(judge(budget=10**6), "judge")
    scores = dict(zip(DATA.frame.systems, DATA.score_systems(), strict=True))
    for row in report.systems:
        assert row.combined.score.value == pytest.approx(scores[row.system])
        assert row.combined.score.low < row.combined.score.value < row.combined.score.high
    assert report.target == "like-these"
    assert report.headline().startswith(
        "All units of a, b, c are labelled: the scores are exact on these documents, "
    )


def test_two_systems_whose_units_all_have_labels_do_not_differ_by_any_difference():
    labels = np.where(DATA.frame.system < 2, 0.0, DATA.labels)
    labels[0] = 1
    labels[np.flatnonzero(DATA.frame.system == 2)[20:]] = np.nan
    report = estimate_systems(judge(labels, budget=10**6), "judge")
    (pair,) = [pair for pair in report.pairs if {pair.first, pair.second} == {"a", "b"}]
    assert pair.difference.value > 0 and pair.better is None


def test_a_system_with_few_labels_has_no_number():
    labels = np.where((DATA.frame.system == 1) & (DATA.frame.document > 3), np.nan, DATA.labels)
    report = estimate_systems(judge(labels), "judge")
    last = report.systems[-1]
    assert (last.system, last.combined, last.human, last.labels_needed) == ("b", None, None, None)
    assert (
        len(report.pairs) == 1
        and f"fewer than 10 labels: b ({last.labels})" in report.warnings[0].text
    )
    assert "none" in report.details() and report.to_dict()["systems"][-1]["combined"] is None


def test_equal_labels_have_no_interval():
    report = estimate_systems(judge(np.where(DATA.frame.system == 2, 0.0, DATA.labels)), "judge")
    (row,) = [system for system in report.systems if system.system == "c"]
    assert row.human.score.value == 0
    assert not row.human.score.has_interval
    # The judge's probabilities scatter, but not around both labels.
    assert not row.combined.score.has_interval
    assert row.to_dict()["combined"]["low"] is None
    assert row.labels_needed is None
    texts = [warning.text for warning in report.warnings]
    assert [text.split("give no interval: ")[1] for text in texts] == ["c.", "c."]
    # The other system's labels differ.
    assert all(pair.difference.has_interval for pair in report.pairs)


def test_few_labels_that_differ_are_warned_of():
    labels = np.where(DATA.frame.system == 2, 0.0, DATA.labels)
    labels[np.flatnonzero(DATA.frame.system == 2)[::40]] = 1
    report = estimate_systems(judge(labels, budget=300), "judge")
    texts = " ".join(warning.text for warning in report.warnings)
    assert re.search(r"fewer than 5 labels differ from [^:]+: c \([1-4]\); .+ too narrow", texts)


def test_labels_without_any_scatter_give_no_verdict():
    # The judge says the contrary of the labels, so that its weight is 0; all labels of a system are
    # the same.
    labels = np.where(DATA.frame.system == 0, 1.0, 0.0)
    frame = DATA.frame._replace(probability=np.where(DATA.frame.system == 0, 0.2, 0.8))
    sample = judge(labels)
    report = estimate_systems(sample._replace(sample=sample.sample._replace(frame=frame)), "judge")
    assert all(not system.combined.score.has_interval for system in report.systems)
    assert (
        report.pairs[0].difference.value == pytest.approx(1)
        and not report.pairs[0].difference.has_interval
    )
    pair = report.pairs[0]
    assert pair.standard_error is pair.p is pair.adjusted_p is pair.better is None
    assert [warning.text.split(",")[1].split(" give")[0] for warning in report.warnings] == [
        " so labels alone", " so judge and labels together"
    ]  # fmt: skip
    assert "none" in report.details()


def test_missing_labels_are_warned_of():
    warning = estimate_systems(judge(missing=(3, 0, 1)), "judge").warnings[0].text
    assert (
        warning.startswith("4 of 180 planned labels are missing (a 3, c 1)") and "biased" in warning
    )


@pytest.mark.parametrize(
    ("labels", "target", "message"),
    [
        (DATA.labels, "those", "target must be one of these, like-these, not 'those'"),
        (
            np.where(np.arange(600) % 100 < 5, 1.0, np.nan),
            "these",
            "no system has 10 units with a label",
        ),
    ],
)
def test_refused(labels, target, message):
    with pytest.raises(ValueError, match=message):
        estimate_systems(judge(labels), "judge", target)


def test_two_systems_get_a_verdict_in_words():
    report = estimate_systems(judge(), "judge")
    two = replace(report, systems=report.systems[:2], pairs=report.pairs[:1])
    first, second = report.pairs[0].first, report.pairs[0].second
    assert f"{first} − {second}: " in str(two)
    assert ("scores significantly higher than" in str(two)) or (
        "do not differ significantly" in str(two)
    )


WIDE = make_labelled(documents=60)


def needed(labels, judge_weight):
    design = make_design(WIDE.frame, "chance", 270)
    drawn = draw_sample(design, 0)
    sample = Sample(WIDE.frame, design, exact_labels(np.where(drawn, labels, np.nan)))
    return count_labels_needed(sample, np.full(len(labels), judge_weight))


def test_without_the_judge_they_need_what_they_gave():
    assert needed(WIDE.labels, 0.0) == pytest.approx([90] * 3, rel=0.02)


def test_with_the_judge_they_would_need_more_and_never_more_than_all():
    counts = needed(WIDE.labels, 0.7)
    assert (counts > 95).all() and (counts < 300).all()
    assert needed(WIDE.frame.probability, 1.0) == pytest.approx([300] * 3)


def test_equal_labels_give_no_number():
    assert np.isnan(needed(np.zeros(len(WIDE.labels)), 0.0)).all()
