"""Compare extracted STUs with released ones by the stemmed ROUGE-1 F1 of their best matches, in both directions."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.rouge import rouge1_f1
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.mixing import ExtractorSetting


class ExtractionQuality(NamedTuple):
    """Means over references: ``precision`` over extracted units, ``recall`` over released ones, ``f1``: their mean.

    ``exact``: the share of released units that were extracted word for word.
    """

    references: int
    units: float
    released_units: float
    precision: float
    recall: float
    f1: float
    exact: float

    def __str__(self) -> str:
        values = self._asdict().items()
        return "\n".join(f"{name}: {value if isinstance(value, int) else round(value, 4)}" for name, value in values)


def compare_extraction(
    *, references: str | Path, stus: str | Path, extractor: ExtractorSetting = "dependency"
) -> ExtractionQuality:
    """Compare an extractor's units with released ones.

    Args:
        references: one reference per line.
        stus: the released units of each line, separated by tabs.
        extractor: the extractor by its name (dependency, srl, sentence) or as JSON.
    """
    built = build(UnitExtractor, extractor)
    return measure_extraction(built, *read_line_units(references, stus))


def measure_extraction(
    extractor: UnitExtractor, references: Sequence[Reference], released: Sequence[Sequence[str]]
) -> ExtractionQuality:
    """Compare an extractor's units with the released units of the same references, of which there is at least one."""
    if len(references) != len(released):
        raise ValueError(f"{len(references)} references but {len(released)} lines of released units; pass one for each")
    extracted = [[unit.text for unit in units] for units in extractor.extract(references)]
    pairs = list(zip(extracted, released, strict=True))
    precision = _mean([_mean_best_match(ours, theirs) for ours, theirs in pairs])
    recall = _mean([_mean_best_match(theirs, ours) for ours, theirs in pairs])
    return ExtractionQuality(
        references=len(references),
        units=_mean([len(ours) for ours, _ in pairs]),
        released_units=_mean([len(theirs) for _, theirs in pairs]),
        precision=precision,
        recall=recall,
        f1=(precision + recall) / 2,
        exact=_mean([_mean([unit in ours for unit in theirs]) for ours, theirs in pairs]),
    )


def read_line_units(references: str | Path, stus: str | Path) -> tuple[list[str], list[list[str]]]:
    """Read the Lite-Pyramid authors' files: references, one per line, and their units, separated by tabs."""
    texts, lines = (read_text(path).removesuffix("\n").split("\n") for path in (references, stus))
    return texts, [[unit for unit in line.split("\t") if unit.strip()] for line in lines]


def _mean_best_match(units: Sequence[str], others: Sequence[str]) -> float:
    return _mean([max((rouge1_f1(unit, other) for other in others), default=0.0) for unit in units])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
