"""Each kind of edit on sentences that the embedded parser parses; every result was read."""

import pytest

pytest.importorskip("spacy", reason="needs spaCy")
pytest.importorskip("lemminflect", reason="needs lemminflect")

from sacrerouge_litepyramid.extraction.trees import DependencyParser
from sacrerouge_litepyramid.training.contrast.names import (
    change_name,
    collect_agents,
    exchange_roles,
)
from sacrerouge_litepyramid.training.contrast.numbers import (
    change_date,
    change_number,
    change_quantity,
)
from sacrerouge_litepyramid.training.contrast.opposites import (
    change_to_antonym,
    find_antonyms,
    negate,
)
from sacrerouge_litepyramid.training.contrast.pairs import describe_unit
from sacrerouge_litepyramid.training.contrast.sentences import (
    Sentence,
    parse_sentences,
    replace_sentence,
)

PARSER = DependencyParser()


def parse(text: str) -> Sentence:
    (sentence,) = parse_sentences([text], PARSER)[text]
    return sentence


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("The harbour was closed.", "The harbour was not closed."),
        ("The harbour could have been closed.", "The harbour could not have been closed."),
        ("Anna is a doctor.", "Anna is not a doctor."),
        ("The mayor opened a bridge.", "The mayor did not open a bridge."),
        ("She goes to school.", "She does not go to school."),
        ("They own a house.", "They do not own a house."),
        ("There is a dispute.", "There is not a dispute."),
        ("the mayor opened a bridge .", "the mayor did not open a bridge ."),
        ("The harbour was not closed.", "The harbour was closed."),
        ("He didn't attend the meeting.", "He did attend the meeting."),
        ("He can't swim.", "He can swim."),
        ("She won't go.", "She will go."),
        ("The team never won.", "The team won."),
    ],
)
def test_a_fact_is_negated_or_stated(text, negated):
    assert next(negate(parse(text), None)) == negated


def test_a_plain_verb_can_be_negated_with_never():
    assert list(negate(parse("The team won the cup."), None))[1] == "The team never won the cup."


@pytest.mark.parametrize(
    "text",
    [
        "A fire in the harbour",
        "Closing the harbour.",
        "Go home!",
        "Seven people died.",
        "They have no doubts.",
        "It may rain.",
    ],
)
def test_what_states_nothing_or_stays_possible_is_not_negated(text):
    assert list(negate(parse(text), None)) == []


def test_a_summary_is_negated_at_the_predicate_of_the_unit():
    unit = describe_unit(parse("The mayor opened a bridge."))
    summary = parse("Police said the mayor opened a bridge on Monday while critics complained.")
    assert next(negate(summary, unit)) == (
        "Police said the mayor did not open a bridge on Monday while critics complained."
    )
    assert list(negate(parse("The mayor praised the bridge."), unit)) == [], "another predicate"
    assert list(negate(parse("A shop opened in London."), unit)) == [], (
        "the same predicate of something else"
    )


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("Seven people died.", "Two people died."),
        ("It cost 1,200 pounds.", "It cost 2,400 pounds."),
        ("Profits rose by 3.5 percent.", "Profits rose by 7.0 percent."),
        ("It was an 8 percent rise.", "It was a 16 percent rise."),
        ("Anna Smith , 57 , won .", "Anna Smith , 64 , won ."),
    ],
)
def test_a_number_keeps_its_notation(text, changed):
    assert changed in list(change_number(parse(text), None))


@pytest.mark.parametrize(
    "text",
    [
        "He was born in 1999.",
        "One of them left.",
        "No number here.",
        "It took more than 40 days.",
        "Up to 40 left.",
    ],
)
def test_years_one_and_bounded_numbers_stay(text):
    assert list(change_number(parse(text), None)) == []


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("He was born in 1999.", "He was born in 2001."),
        ("They met on Monday.", "They met on Sunday."),
        ("they met on monday .", "they met on friday ."),
        ("It rained in the morning.", "It rained in the evening."),
    ],
)
def test_a_date_becomes_another_of_its_kind(text, changed):
    assert changed in list(change_date(parse(text), None))


@pytest.mark.parametrize(
    "text",
    [
        "April Jones was murdered.",
        "It may rain.",
        "He played in the 2007-08 season.",
        "We met on Good Friday.",
        "A winter coat sold.",
    ],
)
def test_words_that_only_look_like_dates_stay(text):
    assert list(change_date(parse(text), None)) == []


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("The fine was 4 million.", "The fine was 4 billion."),
        ("Most people left.", "Few people left."),
        ("It took more than 40 days.", "It took less than 40 days."),
        ("He won the first race.", "He won the third race."),
    ],
)
def test_a_quantity_becomes_another(text, changed):
    assert changed in list(change_quantity(parse(text), None))


@pytest.mark.parametrize(
    "text",
    [
        "It happened last year.",
        "He is most likely ill.",
        "They knew more than he did.",
        "In all 30 people came.",
        "It took a year and a half.",
        "The first Minister Brown left.",
    ],
)
def test_words_that_quantify_nothing_stay(text):
    assert list(change_quantity(parse(text), None)) == []


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("The team won the cup.", "The team lost the cup."),
        ("Prices are rising.", "Prices are falling."),
        ("Two men were arrested.", "Two women were arrested."),
        ("The higher price is fair.", "The lower price is fair."),
    ],
)
def test_a_word_becomes_its_antonym_in_the_same_form(text, changed):
    assert changed in list(change_to_antonym(parse(text), None))


@pytest.mark.parametrize(
    "text",
    [
        "She is 57 years old.",
        "He works for Great Northern Railway.",
        "They gave up.",
        "He began to run.",
        "The man said that he was tired.",
    ],
)
def test_a_word_of_a_phrase_or_with_a_complement_has_no_antonym(text):
    assert list(change_to_antonym(parse(text), None)) == []


def test_ages_stay_ages():
    changed = list(change_number(parse("Anna Smith , 57 , won ."), None))
    assert changed
    assert not any("114" in each for each in changed)


def test_antonyms_go_both_ways():
    assert "lose" in find_antonyms()["VB", "win"]
    assert "good" in find_antonyms()["JJ", "bad"]


AGENTS = [
    "Mary Brown went to Leeds.",
    "Mary Brown smiled.",
    "The EU met in Paris.",
    "The EU said so.",
    "A Fire broke out.",
]


def test_agents_are_names_that_act_and_are_seen_twice():
    names = collect_agents([parse(text) for text in AGENTS])
    assert [name.text for name in names] == ["Mary Brown", "the EU"], (
        "Leeds is a place, Fire is seen once"
    )
    assert (
        collect_agents([parse("Anna Smith was seen."), parse("Anna Smith is tall.")])[0].text
        == "Anna Smith"
    )
    assert collect_agents([parse("Fire spread."), parse("Fire raged and the fire burnt.")]) == []


def test_the_summary_tells_too_who_acts():
    unit = parse("Anna Smith is tall.")
    assert collect_agents([unit]) == []
    assert [name.text for name in collect_agents([unit], [parse("Then Anna Smith spoke.")])] == [
        "Anna Smith"
    ]


def test_an_agent_gives_way_to_another():
    names = collect_agents(
        [parse(text) for text in (*AGENTS, "Anna Smith smiled.", "Anna Smith lives in London.")]
    )
    changed = list(change_name(parse("Anna Smith lives in London."), None, names))
    assert changed == ["Mary Brown lives in London.", "The EU lives in London."], (
        "with its article, and no place"
    )


def test_a_summary_changes_all_mentions_of_a_name_that_the_unit_has():
    names = collect_agents(
        [parse(text) for text in (*AGENTS, "Anna Smith won.", "Anna Smith smiled.")]
    )
    unit = describe_unit(parse("Anna Smith won."))
    assert list(change_name(parse("Anna Smith won , and Smith was glad ."), unit, names)) == [
        "Mary Brown won , and Mary Brown was glad .",
        "The EU won , and the EU was glad .",
    ]
    assert list(change_name(parse("Peter lost."), unit, names)) == []
    assert list(change_name(parse("Anna Smith Jones won."), unit, names)) == [], (
        "another, longer name"
    )


def exchanged(text: str) -> list[str]:
    seen = [
        "Jurgen Klopp won.",
        "Jurgen Klopp spoke.",
        "Simon Mignolet smiled.",
        "Simon Mignolet won.",
    ]
    agents = collect_agents([parse(sentence) for sentence in seen])
    return list(exchange_roles(parse(text), None, agents))


def test_names_exchange_their_roles():
    assert exchanged("Jurgen Klopp defended Simon Mignolet.") == [
        "Simon Mignolet defended Jurgen Klopp."
    ]
    assert exchanged("Jurgen Klopp was defended by Simon Mignolet.") == [
        "Simon Mignolet was defended by Jurgen Klopp."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Jurgen Klopp married Simon Mignolet.",  # neither comes first
        "Jurgen Klopp flew to Cyprus.",  # a place does not act
        "Jurgen Klopp won the World Cup.",  # nobody has seen it act
    ],
)
def test_names_that_keep_their_roles(text):
    assert exchanged(text) == []


def test_a_sentence_keeps_everything_else_and_begins_with_a_capital():
    sentence = parse('The EU ("it") met, again.')
    assert sentence.replace({range(0, 2): "nobody"}) == 'Nobody ("it") met, again.'
    assert (
        replace_sentence([sentence, parse("It rained.")], 1, "It snowed.")
        == 'The EU ("it") met, again. It snowed.'
    )
