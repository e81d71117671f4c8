"""Semantic role frames to STUs (Zhang and Bansal 2021, section 3.2, and their code)."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

#: verbs whose frames give no unit: clitics, modals, and what else a labeller takes for a predicate
SKIPPED_VERBS = frozenset(("'", "will", "could", "can", "might", "should", "would"))
#: tokens that join the verb when they stand right before it
BE_FORMS = frozenset(("am", "are", "is", "was", "were", "been"))


class Frame(NamedTuple):
    """One predicate of a sentence; ``tags`` holds a BIO tag for each word of the sentence ("B-V", "I-ARG1", "O")."""

    verb: str
    tags: tuple[str, ...]


class LabeledSentence(NamedTuple):
    """The words of a sentence and the frames of its predicates."""

    words: tuple[str, ...]
    frames: tuple[Frame, ...]


def sentence_stus(sentence: LabeledSentence) -> list[str]:
    """The STUs of a sentence: those of its frames, duplicates dropped, or all its words where there is none."""
    stus = [stu for frame in sentence.frames for stu in frame_stus(sentence.words, frame)]
    if not stus and sentence.words:
        return [" ".join(sentence.words)]
    return list(dict.fromkeys(stus))


def frame_stus(words: Sequence[str], frame: Frame) -> list[str]:
    """The texts "before verb argument" for each argument after the verb.

    Raises ValueError when words and tags differ in number.
    """
    if len(words) != len(frame.tags):
        raise ValueError(f"the frame of {frame.verb!r} has {len(frame.tags)} tags for {len(words)} words")
    runs = _runs(frame.tags)
    first = next((place for place, run in enumerate(runs) if run.role == "V"), len(runs))
    before = [words[i] for run in runs[:first] for i in run.indices]
    places = [i for run in runs if run.role == "V" for i in run.indices]
    if not before or not places or frame.verb in SKIPPED_VERBS or any(_previous(words, i) == "to" for i in places):
        return []
    verb = [word for i in places for word in _with_be(words, i)]
    arguments = [run for run in runs[first:] if run.role != "V"]
    if arguments and arguments[0].role == "ARGM-NEG":
        verb += [words[i] for i in arguments.pop(0).indices]
    return [" ".join([*before, *verb, *(words[i] for i in argument.indices)]) for argument in arguments]


class _Run(NamedTuple):
    """Words of one role in a row, words without a role between them aside."""

    role: str
    indices: list[int]


def _runs(tags: Sequence[str]) -> list[_Run]:
    labelled = [(tag[len("B-") :], index) for index, tag in enumerate(tags) if tag != "O"]
    return [_Run(role, [index for _, index in run]) for role, run in groupby(labelled, key=lambda pair: pair[0])]


def _previous(words: Sequence[str], index: int) -> str:
    return words[index - 1] if index else ""


def _with_be(words: Sequence[str], index: int) -> list[str]:
    """A word of the verb, after the form of "be" that stands right before it, whatever role that has."""
    previous = _previous(words, index)
    return [previous, words[index]] if previous in BE_FORMS else [words[index]]
