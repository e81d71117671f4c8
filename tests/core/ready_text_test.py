"""What tools, models and formats leave in a text goes; words, paths and formulas stay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacrerouge_litepyramid.core import ready_text
from sacrerouge_litepyramid.core.ready_text import prepare

PIECES = (
    r"monday police 2½ 10² oﬃce C:\new \nu \n \u2019 \xa0 \" &amp; #39; &lt; <q> </q> </s> <t> "
    r"<pad> -LRB- [SEP] ||||| "
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


def test_what_was_done_is_named():
    assert prepare("<think>One.", is_answer=True).causes == {
        ready_text.REASONING,
        ready_text.NO_ANSWER,
    }
    assert prepare("<think>One.</think>").causes == {ready_text.KEPT_REASONING}
    assert prepare(r"D:\a.\nb").causes == {ready_text.KEPT_ESCAPES}
    assert prepare("Two.").causes == set()
