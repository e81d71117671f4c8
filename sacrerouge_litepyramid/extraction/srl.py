"""The paper's extractor: semantic roles of each sentence, after optional coreference of the whole reference."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from sacrerouge_litepyramid.core.texts import SPLITTER, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.coreference import CoreferenceClusters, ResolvedText, resolve_names
from sacrerouge_litepyramid.extraction.extractor import (
    CoreferenceResolver,
    Reference,
    SemanticRoleLabeler,
    UnitExtractor,
)
from sacrerouge_litepyramid.extraction.stus import ASSEMBLY, LabeledSentence, stu_units
from sacrerouge_litepyramid.registry import build


@UnitExtractor.register("srl")
class SrlExtractor(UnitExtractor):
    """Labels semantic roles, by default with AllenNLP's model, and assembles STUs.

    ``labeler``: finds the frames; ``coreference``: replaces pronouns by names, which the authors do for REALSumm only.

    The authors split the text into sentences after the substitution; this extractor splits it before, so that sentence
    indices are those of the text.
    """

    def __init__(
        self, labeler: SemanticRoleLabeler | str = "allennlp", coreference: CoreferenceResolver | None = None
    ) -> None:
        self.labeler: SemanticRoleLabeler = build(SemanticRoleLabeler, labeler)
        self.coreference = coreference

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        split = [sentences_of(reference) for reference in references]
        extra: list[tuple[str, ...]] = [()] * len(split)
        if self.coreference is not None:
            texts = {place: " ".join(sentences).strip() for place, sentences in enumerate(split)}
            places = [place for place, text in texts.items() if text]
            documents = self.coreference.resolve([texts[place] for place in places])
            for place, document in zip(places, documents, strict=True):
                resolved = resolve_names(document)
                split[place] = substitute_names(split[place], document, resolved)
                extra[place] = resolved.extra_stus
        labelled = iter(self.labeler.label([sentence for sentences in split for sentence in sentences if sentence]))
        empty = LabeledSentence((), ())
        return [
            stu_units([next(labelled) if sentence else empty for sentence in sentences], stus)
            for sentences, stus in zip(split, extra, strict=True)
        ]

    def identity(self) -> dict[str, Any]:
        coreference = None if self.coreference is None else self.coreference.identity()
        labeler = self.labeler.identity()
        return {
            "type": "srl",
            "labeler": labeler,
            "coreference": coreference,
            "assembly": ASSEMBLY,
            "splitter": SPLITTER,
        }


def substitute_names(sentences: Sequence[str], document: CoreferenceClusters, resolved: ResolvedText) -> list[str]:
    """Return each sentence with its part of the resolved words, found by counting characters other than white space."""
    ends = list(accumulate(len("".join(sentence.split())) for sentence in sentences))
    starts = [0, *accumulate(len("".join(token.split())) for token in document.tokens)]
    words: list[list[str]] = [[] for _ in sentences]
    for word, origin in zip(resolved.words, resolved.origins, strict=True):
        place = min(bisect_right(ends, starts[origin]), len(sentences) - 1)
        words[place].append(word)
    return [" ".join(part) for part in words]
