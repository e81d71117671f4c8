"""Exchange a word for its antonym."""

from collections.abc import Iterator

from sacrerouge_litepyramid.contrast.inflection import inflect, lemma
from sacrerouge_litepyramid.contrast.sentences import Sentence
from sacrerouge_litepyramid.contrast.swaps import Shared, is_shared, swap_word

_PAIRS = """
    VB win lose, VB rise fall, VB increase decrease, VB open close, VB accept reject, VB begin end, VB start
    stop, VB buy sell, VB love hate, VB like dislike, VB support oppose, VB approve reject, VB agree disagree,
    VB succeed fail, VB pass fail, VB remember forget, VB live die, VB kill save, VB attack defend, VB borrow
    lend, VB hire fire, VB deny admit, VB gain lose, VB improve worsen, VB confirm deny, VB allow ban, VB permit
    forbid, VB enter leave, VB join leave, VB strengthen weaken, VB praise criticise, VB criticize praise, VB
    include exclude, VB push pull, VB send receive, VB teach learn, VB destroy build, VB break mend, VB convict
    acquit, VB acquire sell, VB release detain, VB arrest release, JJ good bad, JJ high low, JJ large small, JJ
    big small, JJ long short, JJ new old, JJ young old, JJ early late, JJ strong weak, JJ rich poor, JJ safe
    dangerous, JJ alive dead, JJ guilty innocent, JJ male female, JJ public private, JJ legal illegal, JJ
    possible impossible, JJ happy unhappy, JJ healthy ill, JJ hot cold, JJ open closed, JJ northern southern, JJ
    eastern western, JJ positive negative, JJ rare common, JJ easy difficult, JJ true false, JJ heavy light, JJ
    fast slow, JJ popular unpopular, JJ senior junior, JJ domestic foreign, JJ successful unsuccessful, JJ cheap
    expensive, JJ wide narrow, JJ dry wet, JJ empty full, JJ deep shallow, JJ different identical, RB inside
    outside, RB up down, RB always never, RB often rarely, RB early late, RB upstairs downstairs, NN man woman,
    NN boy girl, NN husband wife, NN father mother, NN son daughter, NN brother sister, NN king queen, NN
    victory defeat, NN win loss, NN increase decrease, NN rise fall, NN north south, NN east west, NN friend
    enemy, NN success failure, NN beginning end, NN birth death, NN profit loss, NN winner loser, NN majority
    minority, NN peace war, NN buyer seller, NN teacher pupil, NN love hatred, NN strength weakness, NN arrival
    departure
"""


def _read_antonyms() -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for line in _PAIRS.split(","):
        kind, one, other = line.split()
        found.setdefault((kind, one), other)
        found.setdefault((kind, other), one)
    return found


ANTONYMS = _read_antonyms()

NEAR_PHRASES = frozenset(("-", "year", "years", "months", "weeks", "days"))


def change_to_antonym(sentence: Sentence, shared: Shared | None) -> Iterator[str]:
    """Yield the sentence with a word exchanged for its antonym in the same form."""
    for index, (word, tag) in enumerate(zip(sentence.tree.words, sentence.tree.tags, strict=True)):
        kind = tag[:2]
        if kind not in ("VB", "JJ", "RB", "NN") or tag.startswith("NNP") or not is_shared(word, shared):
            continue
        antonym = ANTONYMS.get((kind, lemma(word.lower(), tag)))
        if antonym and not _is_part_of_a_phrase(sentence, index):
            yield swap_word(sentence, index, inflect(antonym, tag))


def _is_part_of_a_phrase(sentence: Sentence, index: int) -> bool:
    """Return whether the word's meaning is another: "give up", "long-term", "New York", "years old"."""
    tree = sentence.tree
    near = tree.words[max(index - 1, 0) : index + 2]
    of_a_name = tree.tags[tree.heads[index]].startswith("NNP")
    of_a_compound = tree.relation(index) == "compound" or bool(list(tree.children_of(index, "compound")))
    return of_a_name or of_a_compound or any(word in NEAR_PHRASES for word in near)
