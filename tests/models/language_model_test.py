"""Prompts with an encoder that makes one token of each word."""

from collections.abc import Sequence

import numpy as np
import pytest

from sacrerouge_litepyramid.models.language_model import Prompt, encode_within


def words(texts: Sequence[str]) -> list[np.ndarray]:
    return [np.array([len(word) for word in text.split()], dtype=np.int32) for text in texts]


def test_placeholders_are_filled_once_and_other_braces_are_plain_text() -> None:
    prompt = Prompt('{"a": {b}} {c} {b}', required=("b",), optional=("c",))
    assert prompt.fill({"b": "{c}", "c": "{b}"}) == '{"a": {c}} {b} {c}'
    assert prompt.has_placeholder("c") and not Prompt("{b}", ("b",), ("c",)).has_placeholder("c")


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("nothing", r"prompt 'nothing' lacks \{b\}"),
        ("{b} {d}", r"unknown placeholder \{d\}; known: \{b\}, \{c\}"),
        ("", r"prompt '' lacks \{b\}"),
    ],
)
def test_invalid_templates_are_refused(template: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Prompt(template, required=("b",), optional=("c",))


@pytest.mark.parametrize(
    ("text", "limit", "lengths"),
    [
        ("one three five", 6, [3, 5, 4, 2, 2, 1]),
        ("one three five", 5, [3, 5, 2, 2, 1]),
        ("one three five", 3, [2, 2, 1]),
        ("", 3, [2, 2, 1]),
        ("x" * 50, 4, [50, 2, 2, 1]),
    ],
)
def test_only_the_end_of_one_value_is_cut(text: str, limit: int, lengths: list[int]) -> None:
    prompt = Prompt("{text} is {unit} ?", required=("text", "unit"))
    (ids,), cut = encode_within(prompt, [{"text": text, "unit": "so"}], words, limit, "text")
    assert ids.tolist() == lengths
    assert cut == (len(text.split()) + 3 > limit)


def test_a_prompt_that_does_not_fit_without_the_value_is_refused() -> None:
    prompt = Prompt("{text} is {unit} ?", required=("text", "unit"))
    with pytest.raises(ValueError, match="the prompt and the unit 'so' alone take more than 2 tok"):
        encode_within(prompt, [{"text": "one", "unit": "so"}], words, 2, "text")
