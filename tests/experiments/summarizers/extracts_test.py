"""Many extracts at once, and the baselines that are made of them."""

import numpy as np
import pytest

from helpers.fake_rewards import WordScorer
from sacrerouge_litepyramid.experiments.summarizers.extracts import (
    LeadSummarizer,
    RandomSummarizer,
    as_extracts,
    as_rows,
    cut_to_budget,
    drawing_probabilities,
    random_extracts,
    scale_rewards,
    take_fitting,
)
from sacrerouge_litepyramid.experiments.summarizers.interfaces import read_source


def generator(seed=0):
    return np.random.default_rng(seed)


def test_each_sentence_is_taken_that_still_fits():
    assert take_fitting(np.array([[4, 7, 5, 1], [11, 10, 1, 1], [3, 3, 3, 3]]), budget=10).tolist() == [
        [True, False, True, True],
        [False, True, False, False],
        [True, True, True, False],
    ]


def test_to_random_extracts_nothing_can_be_added():
    lengths = np.array([4, 7, 5, 1, 9, 2])
    extracts = random_extracts(lengths, budget=10, count=300, generator=generator())
    for extract in extracts:
        left = 10 - lengths[list(extract)].sum()
        assert left >= 0 and len(set(extract)) == len(extract)
        assert all(lengths[index] > left for index in set(range(6)) - set(extract))
    assert {frozenset(extract) for extract in extracts} == {
        frozenset(each) for each in [(0, 2, 3), (0, 3, 5), (1, 3, 5), (2, 3, 5), (3, 4)]
    }
    assert {(3, 4), (4, 3)} <= set(extracts), "the order of drawing is kept"
    assert extracts == random_extracts(lengths, budget=10, count=300, generator=generator())
    assert random_extracts(np.zeros(0, dtype=int), budget=10, count=2, generator=generator()) == [(), ()]


def test_what_is_too_long_loses_random_sentences_and_gains_none():
    lengths = np.array([4, 7, 5, 1])
    chosen = np.array([[True, True, True, False]] * 200 + [[True, False, True, True]])
    cut = cut_to_budget(chosen, lengths, 10, generator())
    assert not (cut & ~chosen).any()
    assert set(as_extracts(cut[:200])) == {(1,), (0, 2)}
    assert cut[200].tolist() == chosen[200].tolist()


def test_rows_and_extracts_are_the_same():
    extracts = [(0, 2), (), (1,)]
    assert as_rows(extracts, 3).tolist() == [[True, False, True], [False] * 3, [False, True, False]]
    assert as_extracts(as_rows(extracts, 3)) == extracts


def test_rewards_are_scaled_and_missing_ones_are_lowest():
    nan = float("nan")
    assert scale_rewards(np.array([3.0, nan, 5.0, 4.0])).tolist() == [0, 0, 1, 0.5]
    assert scale_rewards(np.array([2.0, nan, 2.0])).tolist() == [1, 0, 1]
    assert scale_rewards(np.array([nan, nan])).tolist() == [0, 0]


def test_better_ones_are_drawn_more_often():
    assert drawing_probabilities(np.array([0.0, np.log(3.0)]), 1.0) == pytest.approx([0.25, 0.75])
    assert drawing_probabilities(np.array([10.0, 0.0]), 5.0)[0] == pytest.approx(np.e**2 / (np.e**2 + 1))


def test_lead_takes_the_first_sentences_of_all_documents():
    source = read_source([["a b c.", "d e.", "f."], ["g h i j k l.", "m."], ["n o."]])
    lead = LeadSummarizer()
    assert lead.extract(source, WordScorer(source), 100, generator()) == (0, 1, 2, 3, 4, 5)
    assert lead.extract(source, WordScorer(source), 8, generator()) == (0, 1, 4, 5)
    assert lead.extract(source, WordScorer(source), 3, generator()) == (0,)


@pytest.mark.parametrize("summarizer", [LeadSummarizer(), RandomSummarizer()])
def test_baselines_of_texts_without_a_fitting_sentence(summarizer):
    for documents in ([""], ["Much too long."], [["", "  "]]):
        source = read_source(documents)
        assert summarizer.extract(source, WordScorer(source), 2, generator()) == ()


def test_a_random_extract_follows_the_seed():
    source = read_source([["a b", "c d", "e f", "g h", "i j", "k l"]])
    extracts = [RandomSummarizer().extract(source, WordScorer(source), 4, generator(seed)) for seed in range(30)]
    assert all(len(extract) == 2 and extract[0] < extract[1] for extract in extracts)
    assert len(set(extracts)) > 5
    assert extracts[3] == RandomSummarizer().extract(source, WordScorer(source), 4, generator(3))
