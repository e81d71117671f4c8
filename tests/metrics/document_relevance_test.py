import logging
import math

import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.document_relevance import (
    extract_terms,
    jensen_shannon,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import (
    CharNgramEncoder,
    TokenEncoder,
    TokenVectors,
    text_vector,
)
from sacrerouge_litepyramid.plugin.supert import (
    ClsCosine,
    JensenShannonRelevance,
    Reaper,
    TfIdfRelevance,
)

BASELINES = [TfIdfRelevance, JensenShannonRelevance, Reaper, ClsCosine]


def value(metric, summary, documents):
    return metric.score(summary, documents)[metric.name]


def test_tfidf_by_hand():
    # Two sentences: bridges in both, idf 1; tolls in one, idf log(3/2) + 1; ferries in none, log(3)
    # + 1.
    toll, ferry = math.log(3 / 2) + 1, math.log(3) + 1
    documents = ["The bridges. Bridges and tolls."]
    of_documents = np.array([2, toll, 0]) / math.hypot(2, toll)
    of_summary = np.array([1, 0, ferry]) / math.hypot(1, ferry)
    assert value(TfIdfRelevance(), "A bridge, a ferry", documents) == pytest.approx(
        of_documents @ of_summary
    )


def test_tfidf_is_the_mean_over_documents_that_have_words():
    documents = ["Bridges.", "Tolls.", "It was."]
    assert value(TfIdfRelevance(), "bridges", documents) == pytest.approx(0.5)


def test_reaper_by_hand():
    # The documents' vector has bridges and tolls alike.
    cosine = 1 / math.sqrt(2)
    documents = ["Bridges.", "Tolls."]
    assert value(Reaper(), "A bridge.", documents) == pytest.approx(0.9 * cosine)
    assert value(Reaper(), "A bridge. A toll.", documents) == pytest.approx(0.9 * 2 * cosine)
    assert value(Reaper(), ["Bridges.", "A bridge."], documents) == pytest.approx(
        0.9 * 2 * cosine - 0.1
    )
    assert value(Reaper(), "A ferry. The ferry.", documents) == pytest.approx(-0.1)


class Marked(TokenEncoder):
    """Each text as a mark, whose vector points by whether the text is long, and its letters."""

    mark = "[CLS]"

    def encode_distinct(self, texts):
        return [self._encode(text) for text in texts]

    def _encode(self, text):
        letters = [[0.0, 0.0, 1.0]] * len(text)
        vectors = np.array(
            [[3.0, 4.0, 0.0] if len(text) > 3 else [2.0, 0.0, 0.0], *letters], dtype=np.float32
        )
        return TokenVectors((self.mark, *text), vectors, np.array([True] + [False] * len(text)))

    def identity(self):
        return {"type": "marked"}


class Ended(Marked):
    mark = "</s>"


def test_the_mark_stands_for_its_text():
    assert value(ClsCosine(encoder=Marked()), "ab", ["abcd"]) == pytest.approx(0.6)
    assert value(ClsCosine(encoder=Marked()), "ab", ["abcd", "abcde", "a"]) == pytest.approx(
        (0.6 + 0.6 + 1) / 3
    )


def test_without_the_mark_the_mean_of_the_tokens_does():
    (encoded,) = Ended().encode(["ab"])
    assert text_vector(encoded) == pytest.approx(np.array([2, 0, 2]) / math.sqrt(8))
    bridges, tolls = (each.vectors[0] for each in CharNgramEncoder().encode(["bridges", "tolls"]))
    expected = math.sqrt((1 + bridges @ tolls) / 2)
    assert value(ClsCosine(), "bridges", ["bridges tolls"]) == pytest.approx(expected)


@pytest.mark.parametrize("baseline", BASELINES)
@pytest.mark.parametrize("summary", ["", "  ", [], "..."])
def test_an_empty_summary_is_not_relevant(baseline, summary):
    assert value(baseline(), summary, ["A bridge."]) == 0


@pytest.mark.parametrize("baseline", BASELINES)
@pytest.mark.parametrize(
    "given", [([0, 2], ["A bridge."]), (None, ["A bridge."]), ("A bridge.", [3])]
)
def test_a_value_that_is_not_a_text_is_refused(baseline, given):
    with pytest.raises(ValueError, match="a text must be a string or a list of sentences, not "):
        value(baseline(), *given)


@pytest.mark.parametrize("baseline", BASELINES)
@pytest.mark.parametrize("documents", [[], [""], ["..."]])
def test_documents_without_words_give_no_score_and_the_mean_leaves_them_out(
    baseline, documents, caplog
):
    metric = baseline()
    assert math.isnan(value(metric, "a bridge", documents))
    macro, _ = metric.evaluate(["Bridges.", "Bridges."], [["Bridges."], documents])
    assert macro[metric.name] == pytest.approx(value(metric, "Bridges.", ["Bridges."]))
    assert f"{metric.name}: 1 of 2 summaries are of documents without words" in caplog.text


@pytest.mark.parametrize("baseline", BASELINES)
def test_the_signature_is_logged(baseline, caplog):
    caplog.set_level(logging.INFO)
    metric = baseline()
    value(metric, "a", ["a"])
    assert f"Signature: {metric.name}|version:" in caplog.text
    assert ("encoder.type:char-ngram" in caplog.text) == (baseline is ClsCosine)


def test_rounding_leaves_no_cosine_above_one():
    words = (
        "band bank bridge child court doctor ferry fire goal harbour judge law mayor money "
        "party player school tax"
    )
    found = [value(ClsCosine(), word, [word]) for word in words.split()]
    assert found == pytest.approx([1] * len(found)) and max(found) <= 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The bridges were opened. Bridge opens!", ["bridg", "open", "bridg", "open"]),
        ("It was there.", []),
    ],
)
def test_stems_without_stop_words(text, expected):
    assert extract_terms(text) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (["a", "b"], ["b", "b", "a", "a"], 0),
        (["a"], ["b", "c"], 1),
        # Means: a 3/4, b 1/4. Of a against them log2(4/3); of a, b in halves: 1/2 log2(2/3) + 1/2
        # log2(2).
        (["a"], ["a", "b"], (math.log2(4 / 3) + (math.log2(2 / 3) + 1) / 2) / 2),
        ([], ["a"], 1),
        (["a"], [], 1),
        ([], [], 1),
    ],
)
def test_the_divergence_in_bits(one, other, expected):
    assert jensen_shannon(one, other) == pytest.approx(expected)
    assert jensen_shannon(other, one) == pytest.approx(expected)


def test_rounding_leaves_nothing_outside_its_range():
    terms = [str(number) for number in range(7) for _ in range(number)]
    assert 0 <= jensen_shannon(terms, terms[::-1] * 3) < 1e-12
    assert jensen_shannon(terms, ["x"] * 3) <= 1
