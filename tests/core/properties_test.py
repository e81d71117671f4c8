"""What holds for any input of the arithmetic, over inputs that hypothesis makes up."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacrerouge_litepyramid.core.units import (
    Unit,
    leave_reference_out,
    unit_from_json,
    unit_to_json,
)
from sacrerouge_litepyramid.extraction.stus import (
    Frame,
    LabeledSentence,
    assemble_frame_stus,
    assemble_stus,
)

settings.register_profile("bounded", max_examples=50, deadline=None, derandomize=True)
settings.load_profile("bounded")

TEXT = st.text(min_size=1, max_size=8).filter(str.strip)
UNITS = st.builds(
    Unit,
    text=TEXT,
    weight=st.floats(0, 1e100),
    kind=st.sampled_from(["scu", "stu"]),
    references=st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True).map(tuple),
    sentence=st.none() | st.integers(0, 9),
)
TAGS = st.sampled_from(["O", "B-V", "B-ARG0", "I-ARG0", "B-ARG1", "I-ARG1", "B-ARGM-NEG"])
WORDS = st.sampled_from(["is", "to", "rain", "fell", "not", "it"])
TAGGED = st.lists(st.tuples(WORDS, TAGS), min_size=1, max_size=9)


@given(UNITS)
def test_units_survive_json(unit):
    assert unit_from_json(unit_to_json(unit)) == unit


@given(st.lists(UNITS, max_size=5), st.integers(0, 6))
def test_leaving_out_a_reference_takes_its_part_of_the_weight(units, reference):
    left = leave_reference_out(units, reference)
    gone = math.fsum(
        unit.weight / len(unit.references) for unit in units if reference in unit.references
    )
    before, after = (math.fsum(unit.weight for unit in each) for each in (units, left))
    assert after == pytest.approx(before - gone, rel=1e-9, abs=1e-9 * max(1.0, before))


@given(TAGGED)
def test_stus_are_words_of_their_sentence_and_distinct(tagged):
    words, tags = zip(*tagged, strict=True)
    frame = Frame("fell", tags)
    stus = assemble_stus(LabeledSentence(words, (frame, frame)))
    assert stus and len(set(stus)) == len(stus)
    assert {word for stu in stus for word in stu.split()} <= set(words)
    assert set(assemble_frame_stus(words, frame)) <= set(stus)
