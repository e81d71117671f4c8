"""Answers and the facts read from them, by tables."""

import pytest

from sacrerouge_litepyramid.extraction.generative import Reading, read_fact_lines, read_fact_list


@pytest.mark.parametrize(
    ("answer", "reading"),
    [
        ("- He left.\n- She stayed.", Reading(("He left.", "She stayed."))),
        ("\n  - He  left.  \n\n- He left.\n", Reading(("He left.",))),
        ("- 5 people left.", Reading(("5 people left.",))),
        ("- Well-known people - all - left.", Reading(("Well-known people - all - left.",))),
        ("* He left.\n• She stayed.", Reading(("He left.", "She stayed."), repaired=True)),
        ("1. He left.\n2) She stayed.\n(3) It rained.", Reading(("He left.", "She stayed.", "It rained."), True)),
        ("-He left.", Reading(("He left.",), repaired=True)),
        ("Here are the facts:\n- He left.", Reading(("He left.",), repaired=True)),
        ("1.5 million people left.", Reading((), repaired=True)),
        ("He left. She stayed.", Reading((), repaired=True)),
        ("- ...", Reading(())),
        ("-", Reading((), repaired=True)),
        ("", Reading(())),
    ],
)
def test_lines(answer: str, reading: Reading) -> None:
    assert read_fact_lines(answer) == reading


@pytest.mark.parametrize(
    ("answer", "facts"),
    [("- He left.\n- She st", ("He left.",)), ("- He left.\n", ()), ("", ()), ("- One.\n- Two.\n- ", ("One.", "Two."))],
)
def test_the_last_line_of_an_answer_that_was_cut_off_is_no_fact(answer: str, facts: tuple[str, ...]) -> None:
    assert read_fact_lines(answer, finished=False) == Reading(facts, repaired=True)


@pytest.mark.parametrize(
    ("answer", "reading"),
    [
        ('["He left.", "She stayed."]', Reading(("He left.", "She stayed."))),
        (' [\n"He  left.",\n"He left."] ', Reading(("He left.",))),
        ('["He said \\"no\\" [sic]."]', Reading(('He said "no" [sic].',))),
        ("[]", Reading(())),
        ('["", "..."]', Reading(())),
        ('```json\n["He left."]\n```', Reading(("He left.",), repaired=True)),
        ('The facts: ["He left."] Done.', Reading(("He left.",), repaired=True)),
        ('[{"fact": "He left."}]', Reading((), repaired=True)),
        ('["He left.", 5]', Reading((), repaired=True)),
        ('{"facts": ["He left."]}', Reading(("He left.",), repaired=True)),
        ('"He left."', Reading(())),
        ("He left.", Reading(())),
        ('["He left.", "She st', Reading((), repaired=True)),
        ("", Reading(())),
    ],
)
def test_json(answer: str, reading: Reading) -> None:
    assert read_fact_list(answer) == reading


@pytest.mark.parametrize(
    ("answer", "facts"),
    [
        ('["He left.", "She st', ("He left.",)),
        ('["He left.", "She stayed."', ("He left.", "She stayed.")),
        ('Facts: ["He left.",', ("He left.",)),
        ('["He left.", 5, "She st', ("He left.",)),
        ('["He l', ()),
        ("[", ()),
    ],
)
def test_a_json_list_that_was_cut_off_keeps_its_whole_strings(answer: str, facts: tuple[str, ...]) -> None:
    assert read_fact_list(answer, finished=False) == Reading(facts, repaired=True)
