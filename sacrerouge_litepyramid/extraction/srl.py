"""The paper's extractor: semantic roles of each sentence, after optional coreference of the whole
reference.

Names are substituted as in section 3.2 of Zhang and Bansal (2021), and their code.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import SPLITTER, sentences_of
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
from sacrerouge_litepyramid.registry import build

#: mentions that other mentions replace, but that never replace others
PRONOUNS = frozenset(
    (
        "it",
        "he",
        "she",
        "they",
        "this",
        "i",
        "you",
        "her",
        "him",
        "their",
        "them",
        "his",
        "its",
        "my",
        "your",
    )
)
#: a later name gives an extra STU only if it shares less than this part of its words with the first
#: name
MAX_SHARED_WORDS = 0.5


@UnitExtractor.register("srl")
class SrlExtractor(UnitExtractor):
    """Labels semantic roles, by default with AllenNLP's model, and assembles STUs from them.

    ``labeler``: finds the frames; ``coreference``: replaces pronouns by names, which the authors do
    for REALSumm only. The authors split the text into sentences after they replace pronouns; this
    extractor splits it before, so that the indices of sentences are those of the text.
    """

    def __init__(
        self,
        labeler: SemanticRoleLabeler | str = "allennlp",
        coreference: CoreferenceResolver | None = None,
    ) -> None:
        self.labeler: SemanticRoleLabeler = build(SemanticRoleLabeler, labeler)
        self.coreference = coreference

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        split = list(map(sentences_of, references))
        extra: list[tuple[str, ...]] = [()] * len(split)
        if self.coreference is not None:
            places = [place for place, sentences in enumerate(split) if any(sentences)]
            documents = self.coreference.resolve(
                [" ".join(split[place]).strip() for place in places]
            )
            for place, document in zip(places, documents, strict=True):
                resolved = resolve_names(document)
                split[place] = substitute_names(split[place], document, resolved)
                extra[place] = resolved.extra_stus
        labelled = iter(
            self.labeler.label(
                [sentence for sentences in split for sentence in sentences if sentence]
            )
        )
        units = []
        for sentences, stus in zip(split, extra, strict=True):
            frames = [
                next(labelled) if sentence else LabeledSentence((), ()) for sentence in sentences
            ]
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
    """A text in which first names replace the other mentions, and extra STUs that state which names
    corefer.

    ``words``: the text's parts, tokens and names; ``origins``: for each part the index of the token
    at which it begins.
    """

    words: tuple[str, ...]
    origins: tuple[int, ...]
    extra_stus: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)


def substitute_names(
    sentences: Sequence[str], document: CoreferenceClusters, resolved: ResolvedText
) -> list[str]:
    """Return each sentence's part of the resolved words, found by counting characters other than
    white space.
    """
    ends = list(accumulate(map(_count_characters, sentences)))
    starts = [0, *accumulate(map(_count_characters, document.tokens))]
    words: list[list[str]] = [[] for _ in sentences]
    for word, origin in zip(resolved.words, resolved.origins, strict=True):
        place = min(bisect_right(ends, starts[origin]), len(sentences) - 1)
        words[place].append(word)
    return list(map(" ".join, words))


def _count_characters(text: str) -> int:
    return sum(map(len, text.split()))


def resolve_names(document: CoreferenceClusters) -> ResolvedText:
    """Replace all mentions in each cluster, also pronouns before its first name, by that name.

    A cluster of pronouns alone changes nothing. Of mentions that begin at the same token, the later
    cluster's counts.
    """
    replacements: dict[int, tuple[int, str]] = {}
    extra: list[str] = []
    for cluster in document.clusters:
        mentions = [_join_mention(document.tokens, mention) for mention in cluster]
        names = [place for place, text in enumerate(mentions) if text.lower() not in PRONOUNS]
        if names:
            first = names[0]
            for place, (start, end) in enumerate(cluster):
                if place != first:
                    replacements[start] = (end, mentions[first])
            extra += [
                f"{mentions[first]} is {name}" for name in _find_other_names(mentions[first:])
            ]
    words, origins = _substitute(document.tokens, replacements)
    return ResolvedText(tuple(words), tuple(origins), tuple(extra))


def _join_mention(tokens: Sequence[str], mention: Mention) -> str:
    start, end = mention
    if not 0 <= start <= end < len(tokens):
        raise ValueError(f"the mention {list(mention)} is outside the text of {len(tokens)} tokens")
    return " ".join(tokens[start : end + 1])


def _find_other_names(mentions: Sequence[str]) -> list[str]:
    """Return the distinct names that differ enough from the first mention to give an extra STU."""
    first = mentions[0].lower()
    first_words = first.split()
    others: dict[str, str] = {}
    for mention in mentions[1:]:
        lowered = mention.lower()
        words = lowered.split()
        shared = sum(word in first_words for word in words)
        is_different = first not in lowered and shared < MAX_SHARED_WORDS * len(words)
        if is_different and lowered not in PRONOUNS:
            others.setdefault(lowered, mention)
    return list(others.values())


def _substitute(
    tokens: Sequence[str], replacements: dict[int, tuple[int, str]]
) -> tuple[list[str], list[int]]:
    """Return the words after replacement, from left to right, and for each word the index of its
    first token.
    """
    words: list[str] = []
    origins: list[int] = []
    index = 0
    while index < len(tokens):
        end, word = replacements.get(index, (index, tokens[index]))
        words.append(word)
        origins.append(index)
        index = end + 1
    return words, origins
