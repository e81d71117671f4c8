"""Assemble STUs from the frames of semantic roles (Zhang and Bansal 2021, section 3.2, and their code)."""

from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
from operator import itemgetter
from typing import NamedTuple

from sacrerouge_litepyramid.core.units import Unit

#: part of the identity of the extractor `srl`; increase it with every change in this file that changes units. A change
#: that affects the units of `dependency` also increases its RULES_VERSION.
ASSEMBLY_VERSION = 1
#: verbs whose frames do not give units: clitics and modals that a labeller mistakes for predicates
SKIPPED_VERBS = frozenset(("'", "will", "could", "can", "might", "should", "would"))
#: words that join the verb if they stand right before its last word
BE_FORMS = frozenset(("am", "are", "is", "was", "were", "been"))


class Frame(NamedTuple):
    """One predicate of a sentence; ``tags``: a BIO tag for each word of the sentence ("B-V", "I-ARG1", "O")."""

    verb: str
    tags: tuple[str, ...]


class LabeledSentence(NamedTuple):
    """The words of a sentence and the frames of its predicates."""

    words: tuple[str, ...]
    frames: tuple[Frame, ...]


def assemble_stus(sentence: LabeledSentence) -> list[str]:
    """Return the distinct STUs of a sentence's frames, or all its words as one STU if there are none."""
    stus = [stu for frame in sentence.frames for stu in assemble_frame_stus(sentence.words, frame)]
    if not stus and sentence.words:
        return [" ".join(sentence.words)]
    return list(dict.fromkeys(stus))


def assemble_frame_stus(words: Sequence[str], frame: Frame) -> list[str]:
    """Return the STU "before verb argument" of each argument after the verb; raise ValueError if tags are missing."""
    if len(words) != len(frame.tags):
        raise ValueError(f"the frame of {frame.verb!r} has {len(frame.tags)} tags for {len(words)} words")
    labelled = [(tag[len("B-") :], index) for index, tag in enumerate(frame.tags) if tag != "O"]
    before = [words[index] for _, index in takewhile(lambda pair: pair[0] != "V", labelled)]
    verb = _find_verb_words(words, [index for role, index in labelled if role == "V"])
    if not before or not verb:
        return []
    # Words without a role and words of the verb do not interrupt an argument.
    after = [(role, words[index]) for role, index in labelled[len(before) :] if role != "V"]
    arguments = [(role, [word for _, word in run]) for role, run in groupby(after, key=itemgetter(0))]
    if arguments and arguments[0][0] == "ARGM-NEG":
        verb += arguments.pop(0)[1]
    return [" ".join([*before, *verb, *argument]) for _, argument in arguments]


def _find_verb_words(words: Sequence[str], places: Sequence[int]) -> list[str]:
    """Return the words of the verb at these places; none if the verb does not give units.

    As in the authors' code, only the word right before the verb's last word counts: after "to" the verb does not give
    units, and a form of "be", even if it is a word of the verb, is put in front of the whole verb.
    """
    previous = words[places[-1] - 1] if places and places[-1] else ""
    verb = [words[place] for place in places]
    if previous in BE_FORMS:
        verb.insert(0, previous)
    return [] if previous == "to" or " ".join(verb) in SKIPPED_VERBS else verb


def build_stu_units(sentences: Iterable[LabeledSentence], extra_stus: Sequence[str] = ()) -> list[Unit]:
    """Return the units of one reference, with single spaces (coreference may leave words empty).

    ``extra_stus`` (from coreference) come last and belong to no sentence.
    """
    units = [
        Unit(" ".join(text.split()), kind="stu", sentence=index)
        for index, sentence in enumerate(sentences)
        for text in assemble_stus(sentence)
        if text.strip()
    ]
    return units + [Unit(" ".join(text.split()), kind="stu") for text in extra_stus]
