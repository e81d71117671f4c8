"""Exchange a word for its antonym."""

from collections.abc import Iterator

from sacrerouge_litepyramid.core.texts import word_set
from sacrerouge_litepyramid.training.contrast.grammar import inflect, lemma, stated_clause
from sacrerouge_litepyramid.training.contrast.sentences import (
    Sentence,
    Shared,
    is_shared,
    swap_word,
    tag_at,
    word_at,
)

_PAIRS = """
    VB win lose, VB rise fall, VB increase decrease, VB open close, VB accept reject, VB begin end, VB love hate, VB
    like dislike, VB support oppose, VB approve reject, VB agree disagree, VB remember forget, VB kill save, VB
    attack defend, VB borrow lend, VB hire fire, VB deny admit, VB gain lose, VB improve worsen, VB confirm deny, VB
    allow ban, VB permit forbid, VB strengthen weaken, VB praise criticise, VB criticize praise, VB include exclude,
    VB push pull, VB send receive, VB destroy build, VB convict acquit, JJ good bad, JJ high low, JJ large small, JJ
    big small, JJ long short, JJ new old, JJ young old, JJ early late, JJ strong weak, JJ rich poor, JJ safe
    dangerous, JJ alive dead, JJ guilty innocent, JJ male female, JJ public private, JJ legal illegal, JJ possible
    impossible, JJ happy unhappy, JJ healthy sick, JJ hot cold, JJ open closed, JJ northern southern, JJ eastern
    western, JJ positive negative, JJ rare common, JJ easy difficult, JJ true false, JJ heavy light, JJ fast slow,
    JJ popular unpopular, JJ senior junior, JJ domestic foreign, JJ successful unsuccessful, JJ cheap expensive, JJ
    wide narrow, JJ dry wet, JJ empty full, JJ deep shallow, JJ different identical, RB inside outside, RB always
    never, RB often rarely, RB early late, RB upstairs downstairs, NN man woman, NN boy girl, NN husband wife, NN
    father mother, NN son daughter, NN brother sister, NN king queen, NN victory defeat, NN win loss, NN increase
    decrease, NN north south, NN east west, NN friend enemy, NN success failure, NN beginning end, NN profit loss,
    NN winner loser, NN majority minority, NN peace war, NN teacher pupil, NN love hatred, NN strength weakness, NN
    arrival departure
"""


def _read_antonyms() -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for line in _PAIRS.split(","):
        kind, one, other = line.split()
        found.setdefault((kind, one), other)
        found.setdefault((kind, other), one)
    return found


ANTONYMS = _read_antonyms()

#: nouns, verbs, adjectives and adverbs, no names
OPEN_TAGS = frozenset("NN NNS VB VBD VBG VBN VBP VBZ JJ JJR JJS RB RBR RBS".split())
#: a longer adjective has no form of its own for "more" and "most"
MAX_COMPARED_LETTERS = 6
PRONOUNS = word_set("he him his she her hers himself herself")
#: nouns that a pronoun of the sentence may stand for
PERSONS = word_set(
    "man woman boy girl husband wife father mother son daughter brother sister king queen men women boys girls "
    "husbands wives fathers mothers sons daughters brothers sisters kings queens"
)
NEAR_PHRASES = frozenset(("-", "year", "years", "months", "weeks", "days"))


def change_to_antonym(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a word exchanged for its antonym in the same form."""
    tree = sentence.tree
    for index in sorted(stated_clause(tree, shared)):
        word, tag = tree.words[index], tree.tags[index]
        if tag not in OPEN_TAGS or not is_shared(word, shared):
            continue
        antonym = ANTONYMS.get((tag[:2], lemma(word.lower(), tag)))
        if antonym and not _is_part_of_a_phrase(sentence, index) and _is_exchangeable(sentence, index, antonym):
            yield swap_word(sentence, index, inflect(antonym, tag))


def _is_exchangeable(sentence: Sentence, index: int, antonym: str) -> bool:
    """Return whether the sentence stays grammatical: no complement of the verb, no pronoun of the other sex."""
    tree = sentence.tree
    if tree.tags[index] in ("JJR", "JJS", "RBR", "RBS"):
        return len(antonym) <= MAX_COMPARED_LETTERS
    if tree.is_verb(index):
        complements = list(tree.children_of(index, "xcomp", "ccomp", "advcl"))
        is_noun = tag_at(sentence, index - 1) in ("JJ", "CD") and tree.tags[index] in ("VB", "VBP")
        return not (complements or is_noun or word_at(sentence, index + 1) in ("to", "from"))
    has_pronoun = any(word.lower() in PRONOUNS for word in tree.words)
    return not (has_pronoun and tree.words[index].lower() in PERSONS)


def _is_part_of_a_phrase(sentence: Sentence, index: int) -> bool:
    """Return whether the word's meaning is another: "give up", "long-term", "New York", "years old"."""
    tree = sentence.tree
    near = tree.words[max(index - 1, 0) : index + 2]
    of_a_name = tree.tags[tree.heads[index]].startswith("NNP")
    of_a_compound = tree.relation(index) == "compound" or bool(list(tree.children_of(index, "compound")))
    return of_a_name or of_a_compound or any(word in NEAR_PHRASES for word in near)
