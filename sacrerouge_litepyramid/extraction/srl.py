"""The paper's extractor: semantic roles of each sentence, with optional coreference.

Names are substituted as in section 3.2 of Zhang and Bansal (2021), and their code.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import SPLITTER, count_characters, sentences_of, word_set
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import (
    CoreferenceClusters,
    CoreferenceResolver,
    Mention,
    Reference,
    SemanticRoleLabeler,
    UnitExtractor,
)
from sacrerouge_litepyramid.extraction.stus import (
    ASSEMBLY_VERSION,
    LabeledSentence,
    build_stu_units,
)

#: mentions that other mentions replace, but that never replace others
_PRONOUNS = word_set("it he she they this i you her him their them his its my your")
#: a later name gives an extra STU only if the first name has less than this share of its words
_MAX_SHARED_WORDS = 0.5


@UnitExtractor.register("srl")
class SrlExtractor(UnitExtractor):
    """An extractor of STUs from semantic roles, such as those of AllenNLP's model.

    The authors split the text into sentences after they replace pronouns. This extractor splits it
    before, so that the indices of sentences are those of the text.

    Args:
        labeler: finds the frames.
        coreference: replaces pronouns by names, which the authors do for REALSumm only.
    """

    def __init__(
        self,
        labeler: SemanticRoleLabeler,
        coreference: CoreferenceResolver | None = None,
    ) -> None:
        self.labeler = labeler
        self.coreference = coreference

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        split = list(map(sentences_of, references))
        extra: list[tuple[str, ...]] = [()] * len(split)
        if self.coreference is not None:
            places = [place for place, sentences in enumerate(split) if any(sentences)]
            texts = [" ".join(split[place]).strip() for place in places]
            documents = self.coreference.resolve(texts)
            for place, document in zip(places, documents, strict=True):
                resolved = resolve_names(document)
                split[place] = _substitute_names(split[place], document, resolved)
                extra[place] = resolved.extra_stus
        # A sentence may be empty after substitution.
        labelled = iter(self.labeler.label(list(filter(None, chain.from_iterable(split)))))
        no_frames = LabeledSentence((), ())
        units = []
        for sentences, stus in zip(split, extra, strict=True):
            frames = [next(labelled) if sentence else no_frames for sentence in sentences]
            units.append(build_stu_units(frames, stus))
        return units

    def identity(self) -> dict[str, Any]:
        return {
            "type": "srl",
            "labeler": self.labeler.identity(),
            "coreference": None if self.coreference is None else self.coreference.identity(),
            "assembly": ASSEMBLY_VERSION,
            "splitter": SPLITTER,
        }


class ResolvedText(NamedTuple):
    """A text in which first names replace the other mentions."""

    words: tuple[str, ...]
    #: for each word, which may be a whole name, the index of the token at which it begins
    origins: tuple[int, ...]
    #: they state which names corefer
    extra_stus: tuple[str, ...]


def _substitute_names(
    sentences: Sequence[str], document: CoreferenceClusters, resolved: ResolvedText
) -> list[str]:
    """Return each sentence's part of the resolved words.

    Words and sentences are aligned by the number of characters before them without white space.
    """
    ends = list(accumulate(map(count_characters, sentences)))
    starts = [0, *accumulate(map(count_characters, document.tokens))]
    words: list[list[str]] = [[] for _ in sentences]
    for word, origin in zip(resolved.words, resolved.origins, strict=True):
        place = min(bisect_right(ends, starts[origin]), len(sentences) - 1)
        words[place].append(word)
    return list(map(" ".join, words))


def resolve_names(document: CoreferenceClusters) -> ResolvedText:
    """Replace all mentions in each cluster, also pronouns before its first name, by that name.

    A cluster of pronouns alone changes nothing. Of mentions that begin at the same token, the later
    cluster's counts.
    """
    replacements = {}
    extra = []
    for cluster in document.clusters:
        mentions = [_join_mention(document.tokens, mention) for mention in cluster]
        names = [place for place, text in enumerate(mentions) if text.lower() not in _PRONOUNS]
        if not names:
            continue
        first_place = names[0]
        first_name = mentions[first_place]
        for place, (start, end) in enumerate(cluster):
            if place != first_place:
                replacements[start] = (end, first_name)
        for name in _find_other_names(mentions[first_place:]):
            extra.append(f"{first_name} is {name}")
    words, origins = _substitute(document.tokens, replacements)
    return ResolvedText(tuple(words), tuple(origins), tuple(extra))


def _join_mention(tokens: Sequence[str], mention: Mention) -> str:
    start, end = mention
    if not 0 <= start <= end < len(tokens):
        raise ValueError(f"the mention {list(mention)} is outside the text of {len(tokens)} tokens")
    return " ".join(tokens[start : end + 1])


def _find_other_names(mentions: Sequence[str]) -> list[str]:
    """Return the distinct names that differ enough from the first mention to give an extra STU."""
    first, *later = mentions
    first_lower = first.lower()
    first_words = first_lower.split()
    others: dict[str, str] = {}
    for mention in later:
        lower = mention.lower()
        words = lower.split()
        shared = sum(word in first_words for word in words)
        is_different = first_lower not in lower and shared < _MAX_SHARED_WORDS * len(words)
        if is_different and lower not in _PRONOUNS:
            others.setdefault(lower, mention)
    return list(others.values())


def _substitute(
    tokens: Sequence[str], replacements: dict[int, tuple[int, str]]
) -> tuple[list[str], list[int]]:
    """Return the words after replacement, and the index of the first token of each."""
    words = []
    origins = []
    index = 0
    while index < len(tokens):
        end, word = replacements.get(index, (index, tokens[index]))
        words.append(word)
        origins.append(index)
        index = end + 1
    return words, origins
