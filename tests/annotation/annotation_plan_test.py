"""Budgets, which sentences a plan asks annotators for; what they wrote, checked and mixed; suggestions."""

import json

import numpy as np
import pytest

from sacrerouge_litepyramid.annotation.annotation_import import check_annotation, find_changed_references, mix_with_stus
from sacrerouge_litepyramid.annotation.annotation_plan import (
    SHIPPED_CURVES,
    Point,
    SentenceBudget,
    count_affordable,
    describe_expectation,
    find_neighbours,
    list_sentence_texts,
    make_annotation_plan,
    read_curve,
)
from sacrerouge_litepyramid.annotation.forms import list_worksheet_rows
from sacrerouge_litepyramid.core.mixing import SentenceKey, mix, select
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.aligned_units import align_data_set
from sacrerouge_litepyramid.io.annotations import WrittenSentence, WrittenUnit
from sacrerouge_litepyramid.statistics.estimate import Estimate

REFERENCES = {"a": [["Cats sat.", "", "Dogs barked loudly."], ["A cat sat down."]], "b": [["Rain fell."]]}


def stu(text, sentence, reference=0):
    return Unit(text, kind="stu", references=(reference,), sentence=sentence)


STUS = {"a": [stu("cats sat", 0), stu("dogs barked", 2), stu("a cat sat", 0, 1)], "b": [stu("rain fell", 0)]}
CATS, DOGS, CAT, RAIN = (SentenceKey(*place) for place in (("a", 0, 0), ("a", 0, 2), ("a", 1, 0), ("b", 0, 0)))


@pytest.fixture
def planned():
    """A plan by scores in the order cats, dogs, cat, rain: the lowest are for people."""

    def make(scores, budget, stus=STUS):
        data = align_data_set(REFERENCES, dict.fromkeys(REFERENCES, ()), stus)
        scores = np.array(scores)
        return make_annotation_plan(REFERENCES, data, scores, budget, {}, scores)

    return make


def test_sentences_without_a_word_are_no_sentences():
    assert list(list_sentence_texts(REFERENCES)) == [CATS, DOGS, CAT, RAIN]


def test_annotators_get_the_hardest(planned):
    assert planned([0.9, 0.1, 0.8, 0.2], SentenceBudget(budget=2)).list_annotated() == [DOGS, RAIN]
    assert planned([0.5, 0.5, 0.5, 0.5], SentenceBudget(budget=1)).list_annotated() == [RAIN]
    assert planned([0.9, 0.1, 0.8, 0.2], SentenceBudget(budget=9)).list_annotated() == [CATS, DOGS, CAT, RAIN]


def test_a_plan_notes_what_was_predicted(planned):
    plan = planned([0.9, 0.1, 0.8, 0.2], SentenceBudget(percentage=50))
    assert {key: each.easiness for key, each in plan.sentences.items()} == {CATS: 0.9, DOGS: 0.1, CAT: 0.8, RAIN: 0.2}


def test_a_sentence_without_an_stu_goes_to_annotators_first(planned):
    plan = planned([0.1, 0.2, 0.3], SentenceBudget(budget=1), {**STUS, "b": []})
    assert plan.list_annotated() == [RAIN]
    assert plan.sentences[RAIN].easiness is None


@pytest.mark.parametrize("percentage", [10, 25, 50, 60, 75, 100])
def test_a_share_is_the_mix_that_leaves_the_rest(planned, percentage):
    scores = np.array([0.9, 0.1, 0.8, 0.2])
    plan = planned(scores, SentenceBudget(percentage=percentage))
    by_stus = [key not in plan.list_annotated() for key in plan.sentences]
    assert by_stus == select(scores, 100 - percentage).tolist()


def test_references_without_a_sentence_are_refused():
    data = align_data_set({"a": [""]}, {"a": ()}, {"a": ()})
    with pytest.raises(ValueError, match="no sentence; there is nothing to annotate"):
        make_annotation_plan({"a": [""]}, data, np.zeros(0), SentenceBudget(budget=1), {})


def test_the_worksheet_has_the_sentences_in_their_references(planned):
    plan = planned([0.9, 0.1, 0.8, 0.2], SentenceBudget(budget=2))
    assert list(list_worksheet_rows(plan)) == [
        (DOGS, "Dogs barked loudly.", (), "Cats sat. Dogs barked loudly."),
        (RAIN, "Rain fell.", (), "Rain fell."),
    ]


def written(key, text, *units, nothing=False, where="f, row 2"):
    return WrittenSentence(key, text, tuple(WrittenUnit(unit, (), where) for unit in units), nothing, where)


@pytest.fixture
def plan(planned):
    return planned([0.9, 0.1, 0.8, 0.2], SentenceBudget(budget=2))


DONE = written(DOGS, "Dogs barked loudly.", "Dogs  barked.", "It was\nloud.")
NONE = written(RAIN, "Rain fell.", nothing=True)


def test_what_annotators_wrote_is_mixed_with_the_stus_of_the_rest(plan):
    scus, problems, _ = check_annotation(plan, [[DONE], [NONE]])
    assert problems == []
    units = mix_with_stus(plan, scus)
    assert units["a"] == [
        Unit("Dogs barked.", sentence=2),
        Unit("It was loud.", sentence=2),
        stu("cats sat", 0),
        stu("a cat sat", 0, 1),
    ]
    assert units["b"] == []
    by_instance = {"a": scus[DOGS], "b": []}
    assert units == mix(by_instance, STUS, {CATS, CAT})


def test_a_unit_of_several_references_weighs_as_many(planned):
    plan = planned([0.1, 0.9, 0.8, 0.7], SentenceBudget(budget=1))
    own = WrittenSentence(CATS, "Cats sat.", (WrittenUnit("Cats sat", (1,), "f, row 2"),), False, "f, row 2")
    assert check_annotation(plan, [[own]]).scus[CATS] == [Unit("Cats sat", 2.0, "scu", (0, 1), 0)]


def test_the_unfinished_are_refused_or_left_to_their_stus(plan):
    blank = written(RAIN, "Rain fell.")
    (problem,) = check_annotation(plan, [[DONE, blank]]).problems
    assert str(problem) == (
        "instance 'b', reference 1, sentence 1: nobody annotated the sentence 'Rain fell.'; write its units, or - "
        "if it needs none (unfinished='stus': use its STUs)"
    )
    scus, problems, _ = check_annotation(plan, [[DONE, blank]], unfinished="stus")
    assert problems == [] and mix_with_stus(plan, scus)["b"] == STUS["b"]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (written(SentenceKey("c", 0, 0), "x", "x"), "f, row 2, instance 'c', reference 1, sentence 1: the plan has no"),
        (written(SentenceKey("a", 0, 1), "", "x"), "sentence 2: the plan has no such sentence; copy instance"),
        (written(CATS, "Cats sat.", "Cats sat"), "sentence 1: the plan leaves it to its STUs; leave it blank"),
        (written(RAIN, "Rain poured.", "Rain"), "its text is 'Rain poured.', but 'Rain fell.' was planned; rest"),
        (
            written(RAIN, "Rain fell.", "Rain", " . "),
            "sentence 1: the unit ' . ' is empty; write the unit, or remove it",
        ),
        (written(RAIN, "Rain fell.", "Rain fell", "rain  Fell"), "the unit 'rain Fell' appears twice; remove one"),
        (written(RAIN, "Rain fell.", "Rain", nothing=True), "it has units, but is marked as needing none; keep"),
        (
            written(DOGS, "Dogs barked loudly.", "Dogs"),
            "it is already annotated (f, row 2); leave one of the two blank",
        ),
    ],
)
def test_each_problem_is_named_with_place_and_remedy(plan, wrong, expected):
    others = [DONE] if wrong.key == RAIN else [DONE, NONE]
    _, problems, _ = check_annotation(plan, [others, [wrong]], unfinished="stus")
    assert len(problems) == 1 and expected in str(problems[0])


@pytest.mark.parametrize("also", [0, 2, -1])
def test_a_unit_is_in_other_references_only(plan, also):
    own = DONE._replace(units=(WrittenUnit("Dogs", (also,), "f, row 2"),))
    (problem,) = check_annotation(plan, [[own, NONE]]).problems
    assert f"the unit 'Dogs' is marked as also in reference {also + 1}, which is not another reference" in str(problem)
    assert "the document has 2 references; name others" in str(problem)


def test_long_texts_are_cut_where_they_differ(plan):
    shared = "It is known that " + "very " * 40
    texts = {**list_sentence_texts(REFERENCES), RAIN: shared + "wet."}
    planned = plan._replace(sentences={**plan.sentences, RAIN: plan.sentences[RAIN]._replace(text=shared + "dry.")})
    (problem,) = find_changed_references(planned, texts)
    assert "planned '…very very very very very very dry.', now '…very very very very very very wet.'" in problem.what


def test_all_problems_are_named_at_once(plan):
    files = [[written(RAIN, "Rain poured.", ""), written(SentenceKey("c", 0, 0), "x", "x")]]
    assert len(check_annotation(plan, files).problems) == 4  # text, empty unit, unknown sentence, and dogs undone


def test_changed_references_are_found(plan):
    texts = list_sentence_texts(REFERENCES)
    assert find_changed_references(plan, texts) == []
    changed = {**texts, RAIN: "Rain poured.", SentenceKey("c", 0, 0): "New."}
    del changed[CAT]
    problems = [str(problem) for problem in find_changed_references(plan, changed)]
    assert [line.partition(": ")[2].partition(";")[0] for line in problems] == [
        "the reference has changed: planned 'A cat sat down.', now nothing",
        "the reference has changed: planned 'Rain fell.', now 'Rain poured.'",
        "the reference has changed: planned nothing, now 'New.'",
    ]


@pytest.mark.parametrize(
    ("budget", "total", "expected"),
    [
        (SentenceBudget(percentage=50), 34, 17),
        (SentenceBudget(percentage=50), 35, 18),  # 17 of 35 have STUs, as in a mix of 50%
        (SentenceBudget(percentage=29), 100, 29),
        (SentenceBudget(percentage=0.1), 100, 1),
        (SentenceBudget(percentage=100), 7, 7),
        (SentenceBudget(budget=5), 34, 5),
        (SentenceBudget(budget=99), 34, 34),
        (SentenceBudget(minutes=132, pace=50), 1000, 110),
        (SentenceBudget(minutes=20, pace=60), 1000, 20),
        (SentenceBudget(minutes=59.4, pace=10), 1000, 9),
        (SentenceBudget(minutes=540, pace=10), 34, 34),
        (SentenceBudget(percentage=50), 0, 0),
    ],
)
def test_what_a_budget_pays_for(budget, total, expected):
    assert count_affordable(budget, total) == expected


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        (SentenceBudget(percentage=0), "percentage must be above 0, not 0"),
        (SentenceBudget(percentage=101), "percentage must be at most 100, not 101"),
        (SentenceBudget(budget=-1), "budget must be above 0, not -1"),
        (SentenceBudget(minutes=180), "minutes=180 needs pace, in sentences per hour"),
        (SentenceBudget(minutes=float("nan"), pace=3), "minutes must be above 0, not nan"),
        (SentenceBudget(minutes=180, pace=float("inf")), "pace must be above 0, not inf"),
        (
            SentenceBudget(minutes=6, pace=9),
            "minutes=6 at pace=9 sentences per hour pay for no sentence; plan more minutes",
        ),
    ],
)
def test_what_is_no_budget(budget, message):
    with pytest.raises(ValueError, match=message):
        count_affordable(budget, 10)


SELECTIONS = ("regressor", "random", "shortest")


@pytest.mark.parametrize("path", SHIPPED_CURVES, ids=lambda path: path.stem)
@pytest.mark.parametrize("selection", SELECTIONS)
def test_the_shipped_curves_are_whole(path, selection):
    curve = read_curve(path, selection)
    assert [point.percentage for point in curve.points] == list(range(0, 101, 10))
    for each in (estimate for point in curve.points for estimate in point.estimates):
        assert each.low < each.high and 0 < each.value < 1
    assert curve.documents == 100
    command = json.loads(path.read_text("utf-8"))["command"]
    assert command.startswith(f"sacrerouge-litepyramid experiment curve {curve.data} ")
    assert command.endswith(f"--seed 0 --output-dir curve-{curve.data}")


def test_the_ends_do_not_depend_on_the_selection():
    for path in SHIPPED_CURVES:
        curves = [read_curve(path, selection) for selection in SELECTIONS]
        for end in (0, -1):
            assert len({curve.points[end] for curve in curves}) == 1


def test_only_the_judges_own_training_data_is_called_optimistic():
    assert {curve.data: curve.optimistic for curve in (read_curve(path, "random") for path in SHIPPED_CURVES)} == {
        "realsumm": True,
        "pyrxsum": False,
    }


POINTS = [Point(x, (Estimate(1 - x / 1000),) * 2) for x in (0, 50, 100)]


@pytest.mark.parametrize(("percentage", "expected"), [(0, [0]), (50, [50]), (51, [50, 100]), (100, [100])])
def test_nothing_is_interpolated(percentage, expected):
    assert [point.percentage for point in find_neighbours(POINTS, percentage)] == expected


def test_the_lines_name_the_data_and_mark_the_nearest_points():
    lines = list(describe_expectation([read_curve(SHIPPED_CURVES[1], "regressor")], "regressor", 47.0))
    assert lines[1] == "  pyrxsum, 10 systems, 100 documents"
    assert [line[4:].split("%")[0] for line in lines[2:6]] == ["  0", "> 40", "> 50", "  100"]
    assert "so may the agreement" in lines[6] and "did not beat a random one" in lines[7]
    assert "may differ" in list(describe_expectation([], "random", 47.0))[-1]


@pytest.mark.parametrize("content", ["{", '{"curves": {"p2c": {}}}', '{"curves": {"p2c": {"random": [3]}}}'])
def test_what_is_no_curve(tmp_path, content):
    (tmp_path / "c.json").write_text(content, "utf-8")
    with pytest.raises(ValueError, match="c.json: not a file of curves as experiment curve wrote it"):
        read_curve(tmp_path / "c.json", "random")
