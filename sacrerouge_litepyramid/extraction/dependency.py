"""The embedded extractor: STUs from frames that a small dependency parser and rules make.

Its units resemble those of semantic roles, but do not reproduce AllenNLP's.
`benchmarks/stu_quality.py` measures how well they match the released ones."""

from collections.abc import Sequence
from itertools import chain, islice
from typing import Any

from sacrerouge_litepyramid.core.scripts import is_english
from sacrerouge_litepyramid.core.texts import SPLITTER, flatten, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.extraction.frames import find_frames
from sacrerouge_litepyramid.extraction.stus import LabeledSentence, build_stu_units
from sacrerouge_litepyramid.extraction.trees import DependencyParser

#: increase it with every change to the rules that changes units
RULES_VERSION = 1


@UnitExtractor.register("dependency")
class DependencyExtractor(UnitExtractor):
    """An extractor of STUs from English that needs neither a download nor a GPU.

    The same text gives the same units.

    Args:
        model: a folder that tools/parser/train.sh wrote, perhaps for another language; by default
            the parser that ships with the package, which is for English: a reference in another
            language raises ValueError.
    """

    def __init__(self, model: str | None = None) -> None:
        self._is_english = model is None
        self._parser = DependencyParser(model)

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        for text in map(flatten, references):
            if self._is_english and not is_english(text):
                raise ValueError(
                    f"the extractor 'dependency' is for English, and the reference {text[:60]!r} "
                    "is not English; choose 'clauses', whose units are then whole sentences, or "
                    "pass a model for its language"
                )
        split = [sentences_of(reference) for reference in references]
        trees = self._parser.parse(chain.from_iterable(split))
        units = []
        for sentences in split:
            labelled = []
            for tree in islice(trees, len(sentences)):
                labelled.append(LabeledSentence(tree.words, tuple(find_frames(tree))))
            units.append(build_stu_units(labelled))
        return units

    def identity(self) -> dict[str, Any]:
        return {
            "type": "dependency",
            "parser": self._parser.revision,
            "rules": RULES_VERSION,
            "splitter": SPLITTER,
        }
