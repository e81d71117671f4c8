"""Two spellings of one thing are compared as one; what differs in meaning stays apart."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacrerouge_litepyramid.core.spelling import unify_letters, unify_spelling
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.words import compared_stem, compared_words, find_content_words
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.scoring import judge_summaries

PIECES = (
    "1.5 million 1,500 $ £ 10 % percent per cent ten twenty five hundred thousand - – . , did n't "
    "doesnt can not cannot US U.S. U.N A.B. the us e- co- re- anti sign NT web site 007 2.5.1 dollars wont his"
).split(" ")
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from([*PIECES, " ", "\n"])).map("".join))

ALIKE = [
    ("p < 0.05", "p < .05"),
    ("a ratio of 3.8", "a ratio of 3·8"),
    ("1.5 million voters", "1,500,000 voters"),
    ("a fine of $1,500", "a fine of 1500 dollars"),
    ("a rise of 10%", "a rise of ten percent"),
    ("from 1997–1999", "from 1997 to 1999"),
    ("She did n't pay", "She didn't pay"),
    ("She did not pay", "She didn’t pay"),
    ("They can't vote", "They cannot vote"),
    ("It doesnt work", "It does not work"),
    ("We wont go", "We won't go"),
    ("José left São Paulo", "Jose left Sao Paulo"),
    ("a naïve plan", "a naive plan"),
    ("the U.N. envoy", "the UN envoy"),
    ("F.B.I. agents", "FBI agents"),
    ("a cease-fire", "a ceasefire"),
    ("an e-mail", "an email"),
    ("labour laws", "labor laws"),
    # Pairs that no list of faults has.
    ("a £3bn deal", "a 3 billion pounds deal"),
    ("$2.5m", "2,500,000 dollars"),
    ("twenty-five ships", "25 ships"),
    ("two hundred and six bones", "206 bones"),
    ("five hundred thousand homes", "500,000 homes"),
    ("12 per cent", "12%"),
    ("3.0 metres", "3 metres"),
    ("10–20% of them", "10 to 20 percent of them"),
    ("US$40", "$40"),
    ("€7", "7 euros"),
    ("They arent here", "They are n't here"),
    ("It isn’t new", "It is not new"),
    ("You shan't", "You shall not"),
    ("U.S. troops", "US troops"),
    ("co-operate", "cooperate"),
    ("a non-profit", "a nonprofit"),
    ("the web site", "the website"),
    ("recognised", "recognized"),
    ("a defence centre", "a defense center"),
    ("Søren travelled", "Soren traveled"),
    ("a dozen took 1,250.50", "a dozen took 1250.5"),
    ("There is n ’ t a jot", "There is n't a jot"),
    ("an anti - war march", "an anti-war march"),
    ("They re - elected her", "They reelected her"),
    ("in the us senate", "in the U.S. senate"),
    ("a week-end", "a weekend"),
]
APART = [
    ("1.5 million", "1.5 billion"),
    ("$5", "£5"),
    ("10%", "10"),
    ("It works", "It doesnt work"),
    ("US troops", "us troops"),
    ("agent 007", "agent 7"),
    ("version 2.5.1", "version 2.5"),
    ("as is his wont", "as is his will not"),
    ("She is NT premier", "She is not premier"),
    ("The club re-signed him", "The club resigned him"),
    ("He fell on line two", "He fell online two"),
    ("when the week ends", "when the weekends"),
    ("Inter - Milan", "InterMilan"),
]


def stem_words(text):
    return [[compared_stem(word) for word in words] for words in compared_words(text)]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_spellings_of_one_thing_are_alike(one, other):
    assert stem_words(one) == stem_words(other)
    # An extractor counts a quantity or a short form as one word in either spelling.
    assert len(find_content_words(one)) == len(find_content_words(other)) or "to" in other


@pytest.mark.parametrize(("one", "other"), APART)
def test_different_things_stay_apart(one, other):
    assert stem_words(one) != stem_words(other)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_twice_is_once(text):
    unified = unify_spelling(text)
    assert unify_spelling(unified) == unified
    assert all(unify_letters(unify_letters(word)) == unify_letters(word) for word in text.split())


@pytest.mark.parametrize(
    ("unit", "summary"),
    [
        ("10% of members paid", "Ten percent of members paid"),
        ("The lift doesnt work", "The lift doesn't work"),
    ],
)
def test_a_judge_of_words_reads_both_sides_alike(unit, summary):
    judge = LexicalJudge()
    texts = [(unit, unit), (unit, summary), (summary, unit)]
    judged = judge_summaries(judge, [(text, [Unit(fact)]) for fact, text in texts])
    itself, *others = (float(judgement.measures["p2c"][0]) for judgement in judged)
    assert others == pytest.approx([itself, itself])


def test_a_denial_without_apostrophe_is_a_denial():
    items = [
        (text, [Unit("The lift works")]) for text in ("The lift works.", "The lift doesnt work.")
    ]
    stated, denied = (
        float(item.measures["p2c"][0]) for item in judge_summaries(LexicalJudge(), items)
    )
    assert denied < 0.3 < 0.8 < stated


def test_the_end_of_a_sentence_after_an_abbreviation_stays():
    assert len(compared_words("He left the U.S. He returned.")) == 2
    assert len(compared_words("He left the U.S. embassy.")) == 1
