"""REALSumm and PyrXSum as the Lite-Pyramid authors released them, in this package's formats.

The released files are checked by checksums.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.corpora.data_set import (
    FILES,
    DataSet,
    ScoredSummary,
    fetch,
    load_checksums,
    verify,
    write_data_set,
)
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.io.line_aligned import (
    LineAligned,
    read_aligned_labels,
    read_line_aligned,
    read_released_folds,
    read_unit_lines,
    split_tagged_sentences,
)
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC
from sacrerouge_litepyramid.io.units import write_units

RELEASE = "https://raw.githubusercontent.com/ZhangShiyue/Lite2-3Pyramid/main/data"
UNIT_FILES = {
    "scus.jsonl": "SCUs.txt",
    "stus.jsonl": "STUs.txt",
    "mixed50.jsonl": "STUs_SCUs_percentage50.txt",
}


class Corpus(NamedTuple):
    """A released data set."""

    name: str
    # a system, whose mean human score `experiment reproduce` compares
    system: str


REALSUMM = Corpus("REALSumm", system="abs_bart_out")
PYRXSUM = Corpus("PyrXSum", system="t5-large")


def setup(corpus: Corpus, output: Path, source: Path | None = None) -> dict[str, Any]:
    """Write a data set's files into the folder ``output``; return counts by name.

    ``source`` is as for `find_released`; by default the files are downloaded to
    ``output/released``.
    """
    checksums = load_checksums(corpus.name)
    folder = find_released(source, corpus) if source else output / "released"
    if source:
        verify(folder, checksums)
    else:
        fetch(f"{RELEASE}/{corpus.name}", checksums, folder)
    data = read_line_aligned(folder)
    return write(folder, output, data, read_aligned_labels(folder, data))


def find_released(source: Path, corpus: Corpus) -> Path:
    """Return a data set's folder: ``source``, or the folder of its name in or beside it."""
    place = source.resolve()
    # ``source`` may be the folder of the other data set.
    parent = place.parent if place.name in (REALSUMM.name, PYRXSUM.name) else source
    folder = parent / corpus.name
    return folder if folder.is_dir() else source


class LitePyramidRelease(DataSet):
    """A data set in the Lite-Pyramid authors' layout."""

    files = (*FILES, *UNIT_FILES, "folds.json", "released/*")
    corpus: ClassVar[Corpus]

    def setup(  # type: ignore[override]
        self, output: Path, *, source: Path | None = None
    ) -> dict[str, Any]:
        """Write the data set; return counts.

        Args:
            source: a copy of the released folder, or of the folder that it is in; without it the
                files are downloaded to output/released.
        """
        return {"dataset": self.corpus.name, **setup(self.corpus, output, source)}


@DataSet.register("realsumm")
class RealSumm(LitePyramidRelease):
    description = "Set up REALSumm as released with Lite2-3Pyramid, with human labels"
    example = "data/realsumm"
    corpus = REALSUMM


@DataSet.register("pyrxsum")
class PyrXSum(LitePyramidRelease):
    description = "Set up PyrXSum as released with Lite2-3Pyramid, with human labels"
    example = "data/pyrxsum"
    corpus = PYRXSUM


def write(
    folder: Path, output: Path, data: LineAligned, labelled: Sequence[LabelledSummary]
) -> dict[str, Any]:
    """Write the files of a folder in the authors' layout in this package's formats.

    ``labelled`` has the labels of ``data``'s summaries in the same order. Returns counts by name.
    """
    rows = []
    for summary, item in zip(data.summaries, labelled, strict=True):
        references = [split_tagged_sentences(text) for text in summary.references]
        scores = {HUMAN_METRIC: compute_human_score(item)}
        rows.append(ScoredSummary(summary._replace(references=references), item.labels, scores))
    counts = write_data_set(output, {}, rows)
    for name, released in UNIT_FILES.items():
        units = read_unit_lines(folder / released, list(data.units))
        write_units(output / name, ((item.instance_id, item.units) for item in units.values()))
    write_json(output / "folds.json", _choose_folds(folder, labelled))
    return counts


def _choose_folds(folder: Path, labelled: Sequence[LabelledSummary]) -> dict[str, Any]:
    """Return the released folds, or seeded ones if none were released."""
    names = {
        "documents": {item.instance_id for item in labelled},
        "systems": {item.summarizer_id for item in labelled},
    }
    folds: dict[str, Any] = {}
    for by, members in names.items():
        released = read_released_folds(folder, by)
        folds[f"by_{by}"] = released or draw_folds(sorted(members))
        folds[f"by_{by}_source"] = "released" if released else "seeded, seed 0"
    return folds
