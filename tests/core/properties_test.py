"""What holds for any input of the arithmetic, over inputs that hypothesis makes up."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special

from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.units import (
    Unit,
    leave_reference_out,
    unit_from_json,
    unit_to_json,
)
from sacrerouge_litepyramid.extraction.extractor import CoreferenceClusters
from sacrerouge_litepyramid.extraction.srl import resolve_names
from sacrerouge_litepyramid.extraction.stus import (
    Frame,
    LabeledSentence,
    assemble_frame_stus,
    assemble_stus,
)

settings.register_profile("bounded", max_examples=50, deadline=None, derandomize=True)
settings.load_profile("bounded")

LOGITS = st.lists(st.tuples(*[st.floats(-1e6, 1e6)] * 3), min_size=1, max_size=6).map(np.array)
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
SPANS = st.tuples(st.integers(0, 7), st.integers(0, 7)).map(sorted).map(tuple)


@given(LOGITS, st.randoms())
def test_probabilities_are_bounded_and_follow_their_units(logits, random):
    order = random.sample(range(len(logits)), len(logits))
    measures, permuted = judge_measures(logits), judge_measures(logits[order])
    for name, values in measures.items():
        assert ((values >= 0) & (values <= 1)).all()
        np.testing.assert_array_equal(values[order], permuted[name])
    np.testing.assert_allclose(measures["p3c"], special.softmax(logits, axis=1)[:, 0], atol=1e-12)
    np.testing.assert_allclose(
        measures["p2c"], special.expit(logits[:, 0] - logits[:, 1:].sum(axis=1)), atol=1e-12
    )


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


@given(
    st.lists(WORDS, min_size=8, max_size=8),
    st.lists(st.lists(SPANS, max_size=3).map(tuple), max_size=3).map(tuple),
)
def test_coreference_keeps_the_order_and_invents_no_word(tokens, clusters):
    resolved = resolve_names(CoreferenceClusters(tuple(tokens), clusters))
    assert list(resolved.origins) == sorted(set(resolved.origins)) and len(resolved.origins) == len(
        resolved.words
    )
    assert set(" ".join(resolved.words).split()) <= set(tokens)
    assert resolve_names(CoreferenceClusters(tuple(tokens), ())).words == tuple(tokens)
