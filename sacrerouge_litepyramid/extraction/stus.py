"""The assembly of STUs from the frames of semantic roles.

Source: Zhang and Bansal 2021, section 3.2, and their code.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.units import Unit

#: part of the identity of the extractor `srl`; increase it with every change in this file that
#: changes units. A change that affects the units of `dependency` also increases its RULES_VERSION.
ASSEMBLY_VERSION = 1
#: verbs whose frames do not give units: clitics and modals that a labeller mistakes for predicates
_SKIPPED_VERBS = frozenset(("'", "will", "could", "can", "might", "should", "would"))
#: words that join the verb if they stand right before its last word
_BE_FORMS = frozenset(("am", "are", "is", "was", "were", "been"))


class Frame(NamedTuple):
    """One predicate of a sentence."""

    verb: str
    #: a BIO tag for each word of the sentence ("B-V", "I-ARG1", "O")
    tags: tuple[str, ...]


class LabeledSentence(NamedTuple):
    """The words of a sentence and the frames of its predicates."""

    words: tuple[str, ...]
    frames: tuple[Frame, ...]


def assemble_stus(sentence: LabeledSentence) -> list[str]:
    """Return the distinct STUs of a sentence's frames.

    Without any, all words of the sentence are one STU.
    """
    stus: dict[str, None] = {}
    for frame in sentence.frames:
        stus |= dict.fromkeys(assemble_frame_stus(sentence.words, frame))
    if not stus and sentence.words:
        return [" ".join(sentence.words)]
    return list(stus)


def assemble_frame_stus(words: Sequence[str], frame: Frame) -> list[str]:
    """Return the STU "before verb argument" of each argument after the verb.

    Raise ValueError if tags are missing.
    """
    if len(words) != len(frame.tags):
        raise ValueError(
            f"the frame of {frame.verb!r} has {len(frame.tags)} tags for {len(words)} words"
        )
    before = []
    verb_places = []
    roles: list[str] = []
    arguments: list[list[str]] = []
    for index, tag in enumerate(frame.tags):
        role = tag[len("B-") :]
        if role == "V":
            verb_places.append(index)
        elif role and not verb_places:
            before.append(words[index])
        elif role:
            # Words without a role and words of the verb do not interrupt an argument.
            if roles[-1:] != [role]:
                roles.append(role)
                arguments.append([])
            arguments[-1].append(words[index])
    verb = _find_verb_words(words, verb_places)
    if not before or not verb:
        return []
    if roles[:1] == ["ARGM-NEG"]:
        verb += arguments.pop(0)
    return [" ".join([*before, *verb, *argument]) for argument in arguments]


def _find_verb_words(words: Sequence[str], places: Sequence[int]) -> list[str]:
    """Return the words of the verb at these places; none if the verb does not give units.

    As in the authors' code, only the word right before the verb's last word counts: after "to" the
    verb does not give units, and a form of "be", even if it is a word of the verb, is put in front
    of the whole verb.
    """
    verb = [words[place] for place in places]
    last = places[-1] if places else 0
    previous = words[last - 1] if last else ""
    if previous in _BE_FORMS:
        verb.insert(0, previous)
    return [] if previous == "to" or " ".join(verb) in _SKIPPED_VERBS else verb


def build_stu_units(
    sentences: Iterable[LabeledSentence], extra_stus: Sequence[str] = ()
) -> list[Unit]:
    """Return the units of one reference.

    ``extra_stus``, which are from coreference, come last and belong to no sentence.
    """
    units = []
    for index, sentence in enumerate(sentences):
        for text in filter(str.strip, assemble_stus(sentence)):
            units.append(_build_unit(text, index))
    for text in extra_stus:
        units.append(_build_unit(text, None))
    return units


def _build_unit(text: str, sentence: int | None) -> Unit:
    # A substituted name may have several spaces.
    words = text.split()
    return Unit(" ".join(words), kind="stu", sentence=sentence)
