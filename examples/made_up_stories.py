"""Made-up data for annotate_50_documents.py: stories whose facts are known, and four systems that
get some wrong.
"""

import random
from typing import NamedTuple

#: a fact as the reference states it, in other words, and a falsehood that resembles it; two make a
#: sentence
FACTS = (
    (
        "a fire destroyed the {place} of {town}",
        "flames burned {town}'s {place} down",
        "a fire spared the {place}",
    ),
    ("nobody was injured", "no one came to harm", "{other} people were injured"),
    (
        "the mayor promised a new {place} by {month}",
        "{town} will rebuild it",
        "the mayor refused a new {place}",
    ),
    (
        "the work will cost {number} million crowns",
        "{number} million will be spent",
        "the work will cost nothing",
    ),
    (
        "police arrested {number} people in {town}",
        "{number} suspects are in custody",
        "police released {other} people",
    ),
    (
        "the school closed for a week",
        "lessons were off for seven days",
        "the school stayed open all week",
    ),
    ("heavy rain flooded the {place}", "the {place} stood under water", "the {place} remained dry"),
    (
        "trains to {town} were cancelled until {month}",
        "the railway stopped running",
        "trains to {town} ran on time",
    ),
    (
        "{number} volunteers repaired the {place}",
        "helpers mended the damage",
        "{other} volunteers left the {place}",
    ),
    (
        "the council voted against the plan",
        "councillors turned the proposal down",
        "the council approved the plan",
    ),
    (
        "the company opened a factory in {town}",
        "a new plant started work",
        "the company closed a factory in {town}",
    ),
    (
        "the company hired {number} workers",
        "{number} people found jobs there",
        "the company dismissed {other} workers",
    ),
)
#: for each system, the probability to copy a fact, to reword it, and to state the falsehood; else
#: the fact is omitted
SYSTEMS = {
    "extract": (0.70, 0.05, 0.00),
    "rewrite": (0.25, 0.50, 0.05),
    "careless": (0.45, 0.05, 0.35),
    "terse": (0.30, 0.05, 0.00),
}
PLACES = ("market", "harbour", "library", "theatre", "museum")
TOWNS = (
    "Ellery",
    "Corvane",
    "Ostrel",
    "Miravale",
    "Quend",
    "Holmbury",
    "Tessin",
    "Brack",
    "Lorne",
    "Sundal",
)
MONTHS = ("April", "June", "October")


class Story(NamedTuple):
    """A reference with the facts of each sentence, and by system a summary and the facts that it
    states.
    """

    name: str
    sentences: tuple[tuple[str, str], ...]
    summaries: dict[str, str]
    stated: dict[str, frozenset[str]]

    @property
    def reference(self) -> str:
        """The sentences as a text: two facts each."""
        return " ".join(to_sentence(" and ".join(facts)) for facts in self.sentences)


def make_stories(count: int, sentences: int = 3, seed: int = 0) -> list[Story]:
    """Make stories of a number of sentences each."""
    rng = random.Random(seed)
    return [_make_story(f"story-{number:02}", sentences, rng) for number in range(1, count + 1)]


def to_sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def _make_story(name: str, sentences: int, rng: random.Random) -> Story:
    names = {"place": rng.choice(PLACES), "town": rng.choice(TOWNS), "month": rng.choice(MONTHS)}
    numbers = rng.sample(range(3, 90), 4 * sentences)
    facts = [
        tuple(wording.format(**names, number=number, other=other) for wording in fact)
        for fact, number, other in zip(
            rng.sample(FACTS, 2 * sentences), numbers[::2], numbers[1::2], strict=True
        )
    ]
    summaries, stated = {}, {}
    for system, probabilities in SYSTEMS.items():
        ways = [_choose(probabilities, rng) for _ in facts]
        summaries[system] = " ".join(
            to_sentence(fact[way]) for fact, way in zip(facts, ways, strict=True) if way < 3
        )
        stated[system] = frozenset(
            fact[0] for fact, way in zip(facts, ways, strict=True) if way < 2
        )
    true_facts = [fact[0] for fact in facts]
    return Story(
        name, tuple(zip(true_facts[::2], true_facts[1::2], strict=True)), summaries, stated
    )


def _choose(probabilities: tuple[float, ...], rng: random.Random) -> int:
    """Return 0 to copy, 1 to reword, 2 to falsify, 3 to omit."""
    return rng.choices(range(4), [*probabilities, 1 - sum(probabilities)])[0]
