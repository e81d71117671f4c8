import numpy as np
import pytest

from helpers.fakes import AllWords
from helpers.support import without_padding
from sacrerouge_litepyramid.core.mixing import group_by_sentence
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.experiments.curve import (
    STATISTICS,
    agreement_to_json,
    average_samples,
    make_mixes,
    measure_curves,
    sample_agreement,
)
from sacrerouge_litepyramid.experiments.curve_report import render_curves
from sacrerouge_litepyramid.experiments.evaluation_data import EvaluationData, score_by_units
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite2Pyramid, Lite3Pyramid
from sacrerouge_litepyramid.statistics.agreement import correlate_scores
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.training.training_sets import TrainingSet

TEXTS = {
    "good": {"a": "the cat sat on the mat", "b": "rain fell in the north", "c": "a dog barked"},
    "half": {"a": "on the mat", "c": "dog barked"},
    "poor": {"a": "the cat sat", "b": "rain", "c": ""},
    "bad": {"a": "mat", "b": "", "c": "the dog"},
}
SCUS = {
    "a": [Unit("cat sat", sentence=0, weight=2), Unit("mat", sentence=1)],
    "b": [Unit("rain fell", sentence=0), Unit("north", sentence=0)],
    "c": [Unit("dog", sentence=0), Unit("barked", sentence=1)],
}
STUS = {
    "a": [Unit("the cat sat", kind="stu", sentence=0), Unit("the mat", kind="stu", sentence=1)],
    "b": [Unit("rain fell", kind="stu", sentence=0), Unit("snow fell", kind="stu", sentence=1)],
    "c": [Unit("a dog", kind="stu", sentence=0)],
}
SENTENCES = group_by_sentence(SCUS, STUS)
EASINESS = np.array([0.9, 0.1, 0.8, 0.3, 0.4, 0.2])
HUMAN = np.array([[1.0, 0.8, 0.9], [0.5, np.nan, 0.7], [0.6, 0.3, 0.1], [0.2, 0.0, 0.3]])
SCORES = Scores(tuple(TEXTS), ("a", "b", "c"), HUMAN, {})
SUMMARIES = {
    SummaryKey(name, system): text
    for system, texts in TEXTS.items()
    for name, text in texts.items()
}
DATA = EvaluationData("made up", SCORES, SUMMARIES, {}, TrainingSet("made up"))
DRAWS = 50


def metric_scores(metric_class, units, measure="p2c"):
    """The metric's own scores, one summary at a time."""
    metric = metric_class(judge=AllWords(classes=2))
    matrix = np.full(HUMAN.shape, np.nan)
    for row, system in enumerate(SCORES.systems):
        for column, name in enumerate(SCORES.documents):
            if name in TEXTS[system]:
                scores = metric.score(TEXTS[system][name], units[name])
                matrix[row, column] = scores[metric.name][measure]
    return matrix


def test_mixes_go_from_all_scus_to_all_stus():
    curve = make_mixes(SCUS, STUS, SENTENCES, EASINESS, (0, 50, 100))
    assert curve[0].units == SCUS and curve[-1].units == STUS
    assert [unit.text for unit in curve[1].units["a"]] == ["mat", "the cat sat"]
    assert [point.effort.replaced for point in curve] == [0, 3, 6]
    assert [point.effort.scus_saved for point in curve] == [0, 4, 6]


@pytest.mark.parametrize("measure", ["p2c", "l2c"])
def test_the_ends_are_lite2_and_lite3_exactly(measure):
    curve = make_mixes(SCUS, STUS, SENTENCES, EASINESS)
    scores = score_by_units(
        SCORES, SUMMARIES, AllWords(classes=2), [point.units for point in curve]
    )
    np.testing.assert_array_equal(scores[0][measure], metric_scores(Lite2Pyramid, SCUS, measure))
    np.testing.assert_array_equal(scores[-1][measure], metric_scores(Lite3Pyramid, STUS, measure))


def test_a_mix_is_scored_as_a_group_of_its_own():
    mixed = make_mixes(SCUS, STUS, SENTENCES, EASINESS, (50,))[0].units
    scores = score_by_units(SCORES, SUMMARIES, AllWords(classes=2), [mixed])[0]["l2c"]
    assert scores[:, 0].tolist() == [1.0, 0.5, 0.5, 0.5]


def test_each_distinct_pair_is_judged_once(tmp_path):
    log = tmp_path / "log.txt"
    curve = make_mixes(SCUS, STUS, SENTENCES, EASINESS)
    score_by_units(SCORES, SUMMARIES, AllWords(log=str(log)), [point.units for point in curve] * 3)
    lines = log.read_text("utf-8").splitlines()
    assert len(lines) == len(set(lines)) > 0


def test_estimates_differences_and_means():
    ours = metric_scores(Lite2Pyramid, SCUS)
    sampled = sample_agreement(HUMAN, ours, 50, 0)
    assert sampled["system_pearson"].value == correlate_scores(ours, HUMAN).system_pearson[0]
    assert sampled["system_pearson"].sample.shape == (50,) and sampled[
        "summary_pearson"
    ].sample.shape == (3,)
    none = sample_agreement(HUMAN, ours, 50, 0, other=ours)
    assert all(none[name].value == 0 for name in STATISTICS)
    assert agreement_to_json(none)["summary_spearman"] == {"value": 0, "low": 0, "high": 0}
    other = sample_agreement(HUMAN, 1 - ours, 50, 0)
    assert average_samples([sampled, other])["system_pearson"].value == pytest.approx(0)


def test_where_there_is_no_correlation_json_has_null():
    sampled = sample_agreement(HUMAN, np.zeros(HUMAN.shape), 50, 0)
    assert agreement_to_json(sampled)["system_pearson"] == {
        "value": None,
        "low": None,
        "high": None,
    }


def make_points(*rankings, **settings):
    """Return the mixes of a selection by percentage and ranking."""
    curves = [make_mixes(SCUS, STUS, SENTENCES, ranking, **settings) for ranking in rankings]
    return list(zip(*curves, strict=True))


@pytest.fixture(scope="module")
def report():
    generator = np.random.default_rng(0)
    few = {"percentages": (0, 20, 50, 100)}
    selections = {
        "regressor": make_points(EASINESS, **few),
        "random": make_points(*generator.random((3, 6)), **few),
        "oracle": make_points(EASINESS, **few),
    }
    counts = {"data": "made up", "counts": {"systems": 4, "documents": 30}}
    return {**counts, **measure_curves(DATA, AllWords(), selections, DRAWS)}


def test_all_selections_begin_and_end_alike(report):
    for curves in report["curves"].values():
        for place in (0, -1):
            points = [
                {name: points[place][name] for name in STATISTICS} for points in curves.values()
            ]
            assert points[0] == points[1] == points[2]


def test_random_is_the_mean_of_its_seeds():
    def measure(*rankings):
        points = make_points(*rankings, percentages=(50,))
        curves = measure_curves(DATA, AllWords(), {"random": points}, DRAWS)["curves"]
        return curves["p2c"]["random"][0]["summary_pearson"]["value"]

    values = [measure(EASINESS), measure(-EASINESS)]
    assert measure(EASINESS, -EASINESS) == pytest.approx(np.mean(values))
    assert values[0] != values[1]


def test_equal_selections_are_equally_far_from_random(report):
    against = report["against_random"]["l3c"]
    assert against["regressor"] == against["oracle"]
    assert [point["percentage"] for point in against["oracle"]] == [20, 50, "mean"]
    point = report["curves"]["l3c"]["oracle"][2]["system_pearson"]["value"]
    random = report["curves"]["l3c"]["random"][2]["system_pearson"]["value"]
    assert against["oracle"][1]["system_pearson"]["value"] == pytest.approx(point - random)


def test_markdown(report):
    lines = without_padding(render_curves(report)).splitlines()
    assert lines[0] == "# Lite2.xPyramid, made up"
    assert lines[6].startswith("Warning: 4 systems: with fewer than 5")
    assert "## l2c, oracle − random" in lines
    first = lines[lines.index("## p2c, regressor") + 4]
    value = Estimate(**report["curves"]["p2c"]["regressor"][0]["system_pearson"])
    assert first.startswith(f"| 0% | 0% | {value} |")
