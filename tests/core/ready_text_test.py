"""What tools, models and formats leave in a text goes; words, paths and formulas stay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacrerouge_litepyramid.core import ready_text
from sacrerouge_litepyramid.core.ready_text import prepare

PIECES = (
    r"monday police 2½ 10² oﬃce C:\new \nu \n \u2019 \xa0 \" &amp; #39; &lt; <q> </q> </s> <t> "
    r"<pad> -LRB- [SEP] ||||| [doc1] 【1】 [[2]] [4]–[6] Lee et al., 2020) ( ¹ <sup>1</sup> nan - ... Ġ ġ Ċ "
    "<|im_end|> _x000D_ <think> </think> [THINK] ◁/think▷ assistantfinal analysis A ＜ ＆ @-@ @@ 👩 "
    "می ´ ① ™ … \u00ad \u200b \u200d \ufe0f"
).split()
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from([*PIECES, " ", "\n"])).map("".join))


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.booleans())
def test_twice_is_once(text, is_answer):
    ready = prepare(text, is_answer).text
    assert prepare(ready, is_answer).text == ready and prepare(ready).text == ready


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("monday<q>police</s>said", "monday police said"),
        ("<t> The port . </t><pad>[SEP]", "The port ."),
        ("The end.<|endoftext|>|||||Next", "The end. Next"),
        ("-lrb- CNN -RRB- well @-@ known pol@@ ice", "( CNN ) well-known police"),
        ("oﬃce ｏｎ x\u00a0y 𝐛𝐨𝐥𝐝", "office on x y bold"),
        ("infor\u00admation a\u200bb \ufeffc", "information ab c"),
        ("infor\u00ad\nmation", "information"),
        ("2½ of 10² m² H₂O", "2 1⁄2 of 10² m2 H2O"),
        ("don´t", "don’t"),
        ("It&amp;#39;s &lt;b&gt;", "It's <b>"),
        (r"One.\nTwo\r\nthree\tfour \"five\"", 'One. Two three four "five"'),
        (r"it\u2019s \ud83d\ude00 \xe2\x82\xac 5\xa0x", "it’s 😀 € 5 x"),
        ("one_x000D_\ntwo", "one two"),
    ],
)
def test_what_tools_leave_is_replaced(text, words):
    assert prepare(text).text.split() == words.split()


@pytest.mark.parametrize(
    "text",
    [
        "The port closed.",
        r"in C:\new\table",
        r"\nu and \theta, \to \rho",
        r"docs\images\new",
        "He said <q>no</q>.",
        "می‌رود 👩‍🚀 ① Windows™ … 10²",
        "x < y & z",
        "I think <b>so</b>",
    ],
)
def test_what_has_a_meaning_stays(text):
    assert prepare(text, is_answer=True).text == text


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<think>\nOne.\n</think>\n\nTwo.", "Two."),
        ("<thinking>One.</thinking> Two. <reasoning>Three.</reasoning> Four.", "Two. Four."),
        ("One.</think>Two.", "Two."),
        ("<think>One. Two", ""),
        ("[THINK]One.[/THINK]Two.", "Two."),
        ("◁think▷One.◁/think▷Two.", "Two."),
        (
            "<|channel|>analysis<|message|>One.<|end|><|start|>assistant<|channel|>final<|message|>Two.<|return|>",
            "Two.",
        ),
        ("analysisWe need one.assistantfinalTwo.", "Two."),
        ("&lt;think&gt;One.&lt;/think&gt;Two.", "Two."),
    ],
)
def test_reasoning_is_not_the_answer(text, answer):
    assert prepare(text, is_answer=True).text.split() == answer.split()
    assert "One" in prepare(text).text or "one" in prepare(text).text


@pytest.mark.parametrize(
    "mark",
    [
        " [doc1]",
        " [Document 2, 4]",
        "[citation:3]",
        " [Source: 3]",
        "【1】",
        "【4:0†report.pdf】",
        " [[1]]",
        " [[1]](https://a.org)",
        "[4]–[6]",
        " (Lee et al., 2020)",
        " (Lee and Park, 2019; Diaz et al., 2020b)",
        "¹",
        "²,³",
        "<sup>1</sup>",
        "<sup>[2]</sup>",
        " [1](https://a.org)",
        " ([a.org](https://a.org/x))",
        " [00:12:34]",
        " [corpus_v2.1_part_7#3]",
    ],
)
@pytest.mark.parametrize("sentence", ["The port closed in June", "The port closed in June."])
def test_marks_of_sources_are_no_content(mark, sentence):
    ready = prepare(f"{sentence}{mark} Costs rose.")
    assert ready.text.split() == f"{sentence} Costs rose.".split()
    assert ready.causes == {ready_text.CITATIONS}


@pytest.mark.parametrize(
    "text",
    [
        "In May (2020) it rose.",
        "Snow fell (Oslo, 2020).",
        "m<sup>2</sup>",
        "【新华社】",
        "at 12:34",
        "[the council](https://a.org) met",
        "a well-\nknown firm",
        "Ġorġ mar id-dar ħafna",
        "None of them",
        "nan bread",
    ],
)
def test_what_looks_like_a_mark_stays(text):
    assert prepare(text).text == text


def test_words_divided_at_the_end_of_a_line_are_joined():
    assert prepare("the govern-\nment fell").text == "the government fell"
    assert prepare("TheĠportĠclosed.ĊCosts").text == "The port closed.\nCosts"


@pytest.mark.parametrize("text", ["nan", "NaN", "None", " null ", "N/A", "-", "...", "…", "—"])
def test_a_text_that_stands_for_none_is_missing(text):
    assert prepare(text) == ("", {ready_text.MISSING})


def test_what_was_done_is_named():
    assert prepare("<think>One.", is_answer=True).causes == {
        ready_text.REASONING,
        ready_text.NO_ANSWER,
    }
    assert prepare("<think>One.</think>").causes == {ready_text.KEPT_REASONING}
    assert prepare(r"D:\a.\nb").causes == {ready_text.KEPT_ESCAPES}
    assert prepare("Two.").causes == set()
