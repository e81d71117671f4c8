"""All doors compare the same texts, keep them as they were written, and count the changes."""

import pytest

from sacrerouge_litepyramid import evaluate_table, score
from sacrerouge_litepyramid.metrics.metric import Item, SummaryMetric
from sacrerouge_litepyramid.registry import build

PLAIN = "The port closed on Monday. Two ships sank near the pier."
WRITTEN = "<think>Hm.</think>The port clo\u00adsed on Monday.</s>Two ships sank near the pier."
SIDE = WRITTEN.partition("</think>")[2]
METRICS = (
    "rouge-native",
    "lite3pyramid",
    "ffci-focus",
    "ffci-faithfulness",
    "supert-native",
    "cls-cosine",
    "js-relevance",
)


@pytest.mark.parametrize("name", METRICS)
def test_texts_that_are_equal_when_ready_score_alike(name):
    settings = {"extractor": "sentence"} if name == "lite3pyramid" else {}
    metric = build(SummaryMetric, {"type": name, **settings})
    plain, written, listed = metric.score(
        [Item(PLAIN, [PLAIN]), Item(WRITTEN, [SIDE]), Item([WRITTEN], (SIDE,))]
    ).values
    assert plain == written == listed


def test_units_are_read_alike_by_score_and_evaluate_table():
    facts = ["The port closed.", "Two ships sank."]
    numbered = [f"{place}. {fact}" for place, fact in enumerate(facts, 1)]
    plain = score([PLAIN], units=[facts])
    result = score([WRITTEN], units=[numbered])
    table = evaluate_table([{"id": "a", "output": WRITTEN, "key_points": numbered}])
    lines = evaluate_table([{"id": "a", "output": PLAIN, "key_points": "\n".join(numbered)}])
    (judged,), (tabled,), (lined,) = (
        result.judgements,
        *(t.scored.judgements.values() for t in (table, lines)),
    )
    assert result.values == plain.values == (tabled.scores(),) == (lined.scores(),)
    assert (judged.summary, judged.units[0].text) == (WRITTEN, numbered[0])


def test_the_notice_counts():
    metric = build(SummaryMetric, "rouge-native")
    references = [SIDE]
    (notice,) = metric.score([Item(WRITTEN, references), Item("<think>", references)]).notices
    assert notice == (
        "Texts were made ready for comparison: references: look-alike or invisible characters "
        "replaced (1); references: separator tokens replaced (1); summaries: look-alike or "
        "invisible characters replaced (1); summaries: no answer left after reasoning (1); "
        "summaries: reasoning dropped (2); summaries: separator tokens replaced (1)."
    )
    assert metric.score([Item(PLAIN, [PLAIN])]).notices == ()


def test_a_text_of_a_document_counts_once_and_the_first_document_is_named():
    """As `score` of SacreROUGE compares a summary with all references, and with each fold."""
    metric = build(SummaryMetric, "rouge-native")
    items = [Item(PLAIN, [PLAIN], "calm"), Item("A -LRB- cat", [SIDE, PLAIN], "cat")]
    items += [Item("A -LRB- cat", [SIDE], "cat"), Item("A @-@ cat", [SIDE], "dog")]
    (notice,) = metric.score(items).notices
    assert notice == (
        "Texts were made ready for comparison: references: look-alike or invisible characters "
        "replaced (2, first in 'cat'); references: separator tokens replaced (2, first in 'cat'); "
        "summaries: Penn Treebank brackets such as -LRB- replaced (1, first in 'cat'); summaries: "
        "marks of tokenizers such as @-@ removed (1, first in 'dog')."
    )
