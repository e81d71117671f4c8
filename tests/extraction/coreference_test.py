"""Substitution of names on hand-made clusters."""

import pytest

from sacrerouge_litepyramid.extraction.extractor import CoreferenceClusters
from sacrerouge_litepyramid.extraction.srl import resolve_names


def document(text: str, *clusters: tuple[tuple[int, int], ...]) -> CoreferenceClusters:
    return CoreferenceClusters(tuple(text.split()), clusters)


def test_the_first_name_replaces_later_names_and_pronouns() -> None:
    resolved = resolve_names(document("Ann Lee came . She sang . Lee left", ((0, 1), (4, 4), (7, 7))))
    assert resolved.text == "Ann Lee came . Ann Lee sang . Ann Lee left"
    assert resolved.extra_stus == ()


def test_words_know_the_token_they_began_at() -> None:
    resolved = resolve_names(document("Ann Lee came . The singer sang", ((0, 1), (4, 5))))
    assert resolved.words == ("Ann", "Lee", "came", ".", "Ann Lee", "sang")
    assert resolved.origins == (0, 1, 2, 3, 4, 6)


def test_a_pronoun_before_the_first_name_is_replaced_too() -> None:
    assert resolve_names(document("He came , Bob did", ((0, 0), (3, 3)))).text == "Bob came , Bob did"


def test_pronouns_alone_change_nothing() -> None:
    resolved = resolve_names(document("He said he came", ((0, 0), (2, 2))))
    assert resolved.text == "He said he came"
    assert resolved.extra_stus == ()


def test_another_name_is_an_extra_stu_once() -> None:
    resolved = resolve_names(document("Rome fell . The city burned . the city", ((0, 0), (3, 4), (7, 8))))
    assert resolved.extra_stus == ("Rome is The city",)


@pytest.mark.parametrize("later", ["ROME", "old Rome", "Romeo"])
def test_a_name_that_holds_the_first_is_no_extra_stu(later: str) -> None:
    text = f"Rome fell . {later}"
    assert resolve_names(document(text, ((0, 0), (3, len(text.split()) - 1)))).extra_stus == ()


@pytest.mark.parametrize(("later", "extra"), [("Ann Poe", ()), ("Ann Poe Jones", ("Ann Lee is Ann Poe Jones",))])
def test_a_name_that_shares_half_of_its_words_is_no_extra_stu(later: str, extra: tuple[str, ...]) -> None:
    text = f"Ann Lee . {later}"
    assert resolve_names(document(text, ((0, 1), (3, len(text.split()) - 1)))).extra_stus == extra


def test_the_later_cluster_wins_a_first_token() -> None:
    resolved = resolve_names(document("Ann Bob came his way", ((0, 0), (3, 4)), ((1, 1), (3, 3))))
    assert resolved.text == "Ann Bob came Bob way"


def test_no_tokens_no_text() -> None:
    assert resolve_names(CoreferenceClusters((), ())).text == ""


def test_a_mention_outside_the_text_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"the mention \[1, 2\] does not lie in a text of 2 tokens"):
        resolve_names(document("a b", ((0, 0), (1, 2))))
