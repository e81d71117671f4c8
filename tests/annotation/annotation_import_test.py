"""What a unit form suggests, and the count of what became of it."""

from sacrerouge_litepyramid.annotation.annotation_import import SuggestionCounts, count_outcomes
from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.annotations import Plan, PlannedSentence, Suggestion, WrittenSentence, WrittenUnit

CATS, DOGS = SentenceKey("a", 0, 0), SentenceKey("a", 0, 1)
TEXTS = {CATS: "Cats sat.", DOGS: "Dogs barked."}


def stu(text, sentence, reference=0):
    return Unit(text, kind="stu", references=(reference,), sentence=sentence)


def make_plan(suggestions=True, annotate=(CATS, DOGS)):
    stus = [
        stu("cats  sat", 0),
        stu("cats sat", 0),
        stu("dogs barked", 1),
        stu("elsewhere", 0, 1),
        stu("nowhere", None),
    ]
    sentences = {key: PlannedSentence(text, None, key in annotate) for key, text in TEXTS.items()}
    return Plan({"suggestions": suggestions}, sentences, {"a": stus})


def written(key, units, suggestions):
    made = tuple(WrittenUnit(text, (), "f", origin) for text, origin in units)
    return WrittenSentence(key, TEXTS[key], made, False, "f", suggestions)


def test_the_stus_of_a_planned_sentence_are_suggested_once():
    assert make_plan().list_suggestions() == {CATS: ("cats sat",), DOGS: ("dogs barked",)}
    assert make_plan(annotate=(DOGS,)).list_suggestions() == {DOGS: ("dogs barked",)}


def test_suggestions_can_be_switched_off():
    assert make_plan(suggestions=False).list_suggestions() == {CATS: (), DOGS: ()}


def test_outcomes_are_counted_over_finished_sentences():
    cats = written(CATS, [("A cat sat", "edited"), ("Cats rest", "own")], (Suggestion("cats sat", "edited"),))
    dogs = written(DOGS, [("Dogs are loud", "own")], (Suggestion("dogs barked", "rejected"),))
    assert count_outcomes(make_plan(), {CATS: cats}) == SuggestionCounts(1, 0, 1, 0, 1)
    both = count_outcomes(make_plan(), {CATS: cats, DOGS: dogs})
    assert both == SuggestionCounts(shown=2, accepted=0, edited=1, rejected=1, own=2) and both.open == 0
    assert str(both) == (
        "Of 2 suggestions 0 were accepted, 1 edited, 1 rejected, 0 left open; annotators wrote 2 SCUs themselves "
        "(33% of the SCUs come from suggestions)"
    )


def test_a_worksheet_shows_the_suggestions_of_the_plan_and_a_form_those_that_it_says():
    from_worksheet = written(CATS, [("Cats rest", "own")], None)
    assert count_outcomes(make_plan(), {CATS: from_worksheet}).open == 1
    assert count_outcomes(make_plan(), {CATS: from_worksheet._replace(suggestions=())}).shown == 0
