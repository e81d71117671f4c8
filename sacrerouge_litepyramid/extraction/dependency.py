"""The embedded extractor: a small dependency parser and rules make frames, from which STUs are assembled.

Its units resemble those of semantic roles, but do not reproduce AllenNLP's: training/extraction_quality.py measures how
well they match the released ones.
"""

from collections.abc import Sequence
from typing import Any

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.assembly import stu_units
from sacrerouge_litepyramid.extraction.embedded_coreference import substitute_mentions
from sacrerouge_litepyramid.extraction.frames import tree_frames
from sacrerouge_litepyramid.extraction.interfaces import Reference, UnitExtractor
from sacrerouge_litepyramid.extraction.parser import DependencyParser
from sacrerouge_litepyramid.extraction.stus import LabeledSentence
from sacrerouge_litepyramid.extraction.trees import Tree
from sacrerouge_litepyramid.text.sentences import SPLITTER, sentences_of

#: increased by a change to the rules that changes units
RULES = 1


@UnitExtractor.register("dependency")
class DependencyExtractor(UnitExtractor):
    """Extracts STUs without a download or a GPU; the same text gives the same units.

    ``coreference``: names stand for later pronouns. ``model``: a folder that tools/parser/train.sh wrote, in
    place of the parser that ships with the package.
    """

    def __init__(self, coreference: bool = False, model: str | None = None) -> None:
        self.coreference = coreference
        self._parser = DependencyParser() if model is None else DependencyParser(model)

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        split = [sentences_of(reference) for reference in references]
        trees = self._parser.parse(sentence for sentences in split for sentence in sentences)
        return [self._units([next(trees) for _ in sentences]) for sentences in split]

    def identity(self) -> dict[str, Any]:
        return {
            "type": "dependency",
            "coreference": self.coreference,
            "parser": self._parser.revision,
            "rules": RULES,
            "splitter": SPLITTER,
        }

    def _units(self, trees: list[Tree]) -> list[Unit]:
        words = substitute_mentions(trees) if self.coreference else [tree.words for tree in trees]
        return stu_units(
            LabeledSentence(words=own, frames=tuple(tree_frames(tree))) for own, tree in zip(words, trees, strict=True)
        )
