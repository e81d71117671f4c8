"""Semantic role frames to STUs (Zhang and Bansal 2021, section 3.2, and their code)."""

from typing import NamedTuple

#: verbs whose frames give no unit: clitics, modals and what taggers take for verbs
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
