"""Faithfulness, focus and coverage by hand, and the semantics of the paper's Figure 1."""

import math

import pytest
from sacrerouge.commands.evaluate import evaluate_instances
from sacrerouge.commands.score import score_instances

from helpers.support import write_lines
from sacrerouge_litepyramid.metrics.ffci.similarity import BertScore, RougeSimilarity, Sts
from sacrerouge_litepyramid.plugin.ffci import FfciCoverage, FfciFaithfulness, FfciFocus
from sacrerouge_litepyramid.plugin.readers import DocumentsAndReferencesDatasetReader

#: three facts, and something else
A, B, C = "the mayor opened a bridge", "nine million euros were spent", "critics dislike high tolls"
OTHER = "whales sing near Iceland"
REFERENCE = [A, B]
ALIGNED = [BertScore(), Sts()]
COUNTED = [
    RougeSimilarity("rouge-1"),
    RougeSimilarity("rouge-2"),
    RougeSimilarity("rouge-l"),
    RougeSimilarity("rouge-lsum"),
]


def value(metric, summary, *context):
    (found,) = metric.score(summary, list(context))[metric.name].values()
    return found


def focus(summary, base=None):
    return value(FfciFocus(base=base), summary, REFERENCE)


def coverage(summary, base=None):
    return value(FfciCoverage(base=base), summary, REFERENCE)


@pytest.mark.parametrize("base", ALIGNED, ids=lambda base: base.name)
def test_repeating_a_fact_raises_focus_and_not_coverage(base):
    once, twice = [A, OTHER], [A, A, OTHER]
    assert focus(twice, base) > focus(once, base) + 0.05
    assert coverage(twice, base) == pytest.approx(coverage(once, base))


@pytest.mark.parametrize("base", [*ALIGNED, *COUNTED], ids=lambda base: base.name)
def test_adding_facts_raises_coverage_and_not_focus(base):
    few, many = [A], [A, B, OTHER]
    assert coverage(many, base) > coverage(few, base) + 0.2
    assert focus(many, base) < focus(few, base) - 0.05
    assert focus([A, B], base) == pytest.approx(focus([A], base)) == pytest.approx(1.0)


def test_faithfulness_by_hand():
    # Against the three sentences "cat sat" has F1 1, 1/2 and 0, "dog ran" 0, 1/2 and 1/2.
    summary, source = ["cat sat", "dog ran"], ["cat sat", "cat dog", "ran far"]
    assert value(FfciFaithfulness(base=RougeSimilarity()), summary, source) == pytest.approx(
        (0.75 + 0.5) / 2
    )
    assert value(
        FfciFaithfulness(base=RougeSimilarity(), supporting=1), summary, source
    ) == pytest.approx((1 + 0.5) / 2)
    assert value(
        FfciFaithfulness(base=RougeSimilarity(), supporting=9), summary, source
    ) == pytest.approx((0.5 + 1 / 3) / 2)


def test_several_documents_are_one_source():
    together = value(FfciFaithfulness(base=RougeSimilarity()), [A, B], [A, B, OTHER])
    assert value(
        FfciFaithfulness(base=RougeSimilarity()), [A, B], [A], f"{B}.\n\n{OTHER}."
    ) == pytest.approx(together)
    assert value(FfciFaithfulness(), [A, B], [A], B) == 1.0


def test_made_up_words_lower_the_default_faithfulness():
    assert value(FfciFaithfulness(), "the mayor sold a bridge", [A, B]) == pytest.approx(4 / 5)


@pytest.mark.parametrize(
    "base, supporting", [(None, None), (RougeSimilarity(), 2), (BertScore(), 3), (Sts(), 3)]
)
def test_each_base_metric_has_its_number_of_source_sentences(base, supporting):
    assert FfciFaithfulness(base=base).metric.supporting == supporting


@pytest.mark.parametrize("metric", [FfciFocus(), FfciCoverage()], ids=lambda metric: metric.name)
def test_the_best_reference_counts(metric):
    assert (
        value(metric, [A], [OTHER], [A, B], "")
        == value(metric, [A], [A, B])
        > value(metric, [A], [OTHER])
    )


METRICS = [
    FfciFaithfulness(),
    FfciFaithfulness(base=RougeSimilarity()),
    FfciFaithfulness(base=BertScore()),
    *(metric(base=base) for metric in (FfciFocus, FfciCoverage) for base in (None, *ALIGNED)),
]


@pytest.mark.parametrize(
    "metric", METRICS, ids=lambda metric: f"{metric.name}_{metric.metric.base.name}"
)
def test_a_summary_without_text_scores_zero_and_nothing_to_compare_with_is_missing(metric):
    for empty in ("", [], ["", " "]):
        assert value(metric, empty, [A]) == 0
        assert math.isnan(value(metric, [A], empty)) and math.isnan(value(metric, empty, empty))
    assert math.isnan(value(metric, [A]))


@pytest.mark.parametrize(
    "metric", METRICS, ids=lambda metric: f"{metric.name}_{metric.metric.base.name}"
)
def test_one_sentence_equal_to_the_other_side_is_whole(metric):
    assert value(metric, A, A) == pytest.approx(1.0)


def test_percent_is_times_a_hundred():
    for metric in (FfciFocus, FfciCoverage, FfciFaithfulness):
        assert value(metric(percent=True), [A, OTHER], REFERENCE) == pytest.approx(
            100 * value(metric(), [A, OTHER], REFERENCE)
        )


def test_the_mean_leaves_out_what_is_missing(caplog):
    mean, _ = FfciCoverage().evaluate([A, A, [A, B]], [[REFERENCE], [""], [REFERENCE]])
    assert mean["ffci-coverage"]["rouge-1"] == pytest.approx((coverage(A) + 1) / 2)
    assert "ffci-coverage: 1 of 3 summaries have no value; the mean excludes them" in caplog.text


def test_the_signature_has_the_base_metric_and_its_settings(caplog):
    caplog.set_level("DEBUG")
    FfciFaithfulness(base=RougeSimilarity("rouge-2"), supporting=1).score(A, [A])
    assert "ffci-faithfulness|version:" in caplog.text and "No base metric" not in caplog.text
    assert (
        "|base.type:rouge|base.kind:rouge-2|base.stem:true|supporting:1|percent:false|"
        in caplog.text
    )
    FfciFaithfulness().score(A, [A])
    assert "ffci-faithfulness uses unigram-precision; the paper's best is {" in caplog.text


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            {"supporting": 2},
            "supporting is for base metrics that compare sentences, but 'unigram-precision'",
        ),
        (
            {"base": "rouge", "supporting": 0},
            "supporting must be at least 1 source sentence, not 0",
        ),
    ],
)
def test_wrong_numbers_of_source_sentences_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        FfciFaithfulness(**arguments)


@pytest.fixture
def summaries(tmp_path):
    """Two systems with two references each, and a document."""
    path = tmp_path / "summaries.jsonl"
    texts = {"good": [A, B], "poor": [OTHER]}
    write_lines(
        path,
        [
            {
                "instance_id": "i",
                "summarizer_id": system,
                "summarizer_type": "peer",
                "summary": {"text": text},
                "references": [{"text": [A, B]}, {"text": f"{A}."}],
                "documents": [{"text": [A, B, C]}],
            }
            for system, text in texts.items()
        ],
    )
    return path


def test_one_run_holds_all_dimensions_and_base_metrics(summaries):
    instances = DocumentsAndReferencesDatasetReader().read(str(summaries))
    metrics = [
        FfciFaithfulness(),
        FfciFaithfulness(base=RougeSimilarity()),
        FfciFocus(),
        FfciCoverage(),
        FfciCoverage(base="bertscore"),
    ]
    scores = score_instances(instances, metrics)["i"]["good"].metrics
    assert set(scores) == {
        "ffci-faithfulness",
        *(
            f"ffci-{name}{jackknifed}"
            for name in ("focus", "coverage")
            for jackknifed in ("", "_jk")
        ),
    }
    assert set(scores["ffci-faithfulness"]) == {"unigram-precision", "rouge-1"}
    assert set(scores["ffci-coverage"]) == {"rouge-1", "bertscore"}
    assert scores["ffci-coverage"]["rouge-1"] == scores["ffci-focus"]["rouge-1"] == 1.0
    # Without the other reference each is compared with one: focus on [A, B] is 1, on A alone the
    # share of its words.
    alone = value(FfciFocus(), [A, B], A)
    assert scores["ffci-focus_jk"]["rouge-1"] == pytest.approx((1 + alone) / 2)
    # SacreROUGE by itself keeps the last metric's alone.
    assert set(scores["ffci-coverage_jk"]) == {"rouge-1", "bertscore"}
    macro, _ = evaluate_instances(instances, [FfciFocus()])
    assert macro["ffci-focus"]["rouge-1"] == pytest.approx((1 + focus([OTHER])) / 2)
