import logging
import math

import numpy as np
import pytest

from helpers.fakes import CountingEncoder
from sacrerouge_litepyramid.metrics.supert.scorer import SentenceVectors, SupertScorer
from sacrerouge_litepyramid.metrics.supert.selection import (
    SentenceSelection,
    TopSentences,
    WholeDocuments,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import CharNgramEncoder
from sacrerouge_litepyramid.plugin.supert import SupertNative

BRIDGE = ["The mayor opened a bridge. It cost nine million euros.", "A band played."]
FERRY = [["A ferry sank in 2019.", "The bridge replaces it."]]


def measures(metric, summary, documents=BRIDGE):
    return metric.score(summary, documents)["supert-native"]


def test_the_measures_of_the_scorer():
    summary = "The mayor opened a ferry."
    vectors = SentenceVectors(CharNgramEncoder())
    (expected,) = SupertScorer(BRIDGE, WholeDocuments(), vectors).score([summary])
    assert measures(SupertNative(), summary) == expected._asdict()
    assert 0 < expected.recall < expected.f1 < expected.precision < 1


def test_copying_the_documents_scores_one():
    for copy in (" ".join(BRIDGE), ["A band played.", *BRIDGE[:1]]):
        assert measures(SupertNative(), copy) == pytest.approx(
            {"f1": 1, "recall": 1, "precision": 1}
        )


def test_the_mean_leaves_out_summaries_of_documents_without_words(caplog):
    macro, micro = SupertNative().evaluate([" ".join(BRIDGE), "A band played."], [BRIDGE, [""]])
    assert macro["supert-native"]["f1"] == pytest.approx(1)
    assert math.isnan(micro[1]["supert-native"]["f1"])
    assert (
        "supert-native: 1 of 2 summaries are of documents without words; the mean excludes them"
        in caplog.text
    )


def test_one_call_of_the_encoder_with_each_distinct_sentence():
    encoder = CountingEncoder()
    SupertNative(encoder=encoder).score_multi_all(
        [["A band played. Tolls."], ["Tolls."]], [BRIDGE, FERRY]
    )
    (seen,) = encoder.calls
    assert sorted(seen) == sorted(
        {
            "The mayor opened a bridge.",
            "It cost nine million euros.",
            "A band played.",
            *FERRY[0],
            "Tolls.",
        }
    )


def test_the_signature_and_the_notice_of_the_default(caplog):
    caplog.set_level(logging.DEBUG)
    measures(SupertNative(selection=TopSentences(3)), "A band.")
    assert "No encoder was named: char-ngram" in caplog.text
    assert "supert-native|version:" in caplog.text
    assert "|encoder.type:char-ngram|" in caplog.text
    assert "|selection.type:top|selection.sentences:3|splitter:3" in caplog.text
    caplog.clear()
    measures(SupertNative(encoder=CharNgramEncoder()), "A band.")
    assert "No encoder was named" not in caplog.text


@pytest.mark.parametrize("name", SentenceSelection.list_available())
def test_every_strategy_scores_from_nothing_to_many_documents(name):
    metric = SupertNative(selection=name)
    long = [
        [f"{chr(97 + i) * 3}{chr(97 + j) * 3} met {chr(97 + j)}rown." for i in range(20)]
        for j in range(6)
    ]
    for documents in ([""], ["A band played."], BRIDGE, long):
        (empty, found) = metric.score_multi(["", "A band played."], documents)
        if documents == [""]:
            assert math.isnan(found["supert-native"]["f1"])
        else:
            assert empty["supert-native"]["f1"] == 0 < found["supert-native"]["f1"] <= 1
    assert np.isfinite(list(found["supert-native"].values())).all()
