"""Mix units for Lite2.xPyramid: STUs for the easiest sentences, SCUs for the others."""

from collections.abc import Mapping, Sequence
from itertools import compress
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.mixing import (
    UnitsByInstance,
    measure_effort,
    mix,
    mix_as_the_authors,
    select,
    select_by_threshold,
)
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits, align_data_set
from sacrerouge_litepyramid.extraction.easiness import SHIPPED_REGRESSOR, load_regressor
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor, extract_units
from sacrerouge_litepyramid.extraction.features import SentenceFeatures
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.units import read_units, write_units
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.easiness import BY_REGRESSOR, rank_sentences

#: the features of sentences: an object, its name, or JSON
FeaturesSetting: TypeAlias = SentenceFeatures | str | Mapping[str, Any]
#: the files of references in a folder, of which the first that exists is read
REFERENCE_FILES = ("summaries.jsonl", "references.jsonl")
SCUS = "scus.jsonl"
SELECTION_RULES = {"paper": (select, mix), "authors": (select_by_threshold, mix_as_the_authors)}


def mix_units(
    folder: str | Path,
    *,
    percentage: float,
    output: str | Path,
    stus: str | Path | None = None,
    selection: Literal["regressor", "reverse", "random", "shortest", "oracle"] = "regressor",
    regressor: str | Path | None = None,
    features: FeaturesSetting | None = None,
    rule: Literal["paper", "authors"] = "paper",
    seed: int = 0,
) -> Written:
    """Write STUs for the easiest sentences of the whole data set, and SCUs for the others.

    Args:
        folder: a folder with scus.jsonl, and the references in summaries.jsonl or references.jsonl;
            SCUs without a sentence are aligned by words.
        percentage: the share of the sentences that use STUs, 0 to 100.
        output: where to write units.jsonl.
        stus: stus.jsonl of extract-units; by default the dependency extractor makes the STUs.
        selection: which sentences use STUs first.
        regressor: the JSON file of train regressor, or of the authors; by default the shipped one.
        features: the sentence features by their name or as JSON, by default dependency; for
            {"type": "constituency", "trees": FILE}, each line of the file is {"sentence", "tree"}.
        rule: how to count sentences: the authors' code replaces one fewer than the paper, see
            docs/extraction.md.
        seed: the seed of the random selection.

    Raises:
        ValueError: if the percentage is outside 0 to 100, or units and references do not match.
    """
    if not 0 <= percentage <= 100:
        raise ValueError(
            f"{name_argument('percentage')} must be between 0 and 100, not {percentage}"
        )
    data = read_aligned_units(find_references(folder), Path(folder) / SCUS, stus)
    scores = score_sentences(data, selection, regressor, features, seed)
    select_sentences, mix_selected = SELECTION_RULES[rule]
    selected = set(compress(data.sentences, select_sentences(scores, percentage)))
    write_units(output, mix_selected(data.scus, data.stus, selected).items())
    saved = measure_effort(data.sentences, selected)
    text = (
        f"STUs for {saved.replaced} of {saved.sentences} sentences; {saved.scus_saved} of "
        f"{saved.scus} SCUs need not be written: {100 * saved.share_saved:.1f}% of the human effort"
    )
    return Written(Path(output), [text])


def find_references(folder: str | Path) -> Path:
    """Return the file with the references of a folder."""
    paths = [Path(folder) / name for name in REFERENCE_FILES]
    return next((path for path in paths if path.exists()), paths[0])


def read_aligned_units(
    references: str | Path,
    scus: str | Path,
    stus: str | Path | None = None,
) -> AlignedUnits:
    """Read aligned units from files; without a file of STUs, extract them from the references."""
    texts = read_references(references)
    written = {name: item.units for name, item in read_units(scus).items()}
    # Report an unknown instance before the extraction, which takes minutes.
    align_data_set(texts, written, dict.fromkeys(texts, ()))
    return align_data_set(texts, written, _read_stus(texts, stus))


def read_references_and_stus(
    references: str | Path, stus: str | Path | None = None
) -> tuple[dict[str, list[Reference]], AlignedUnits]:
    """Read references that have no SCUs yet, and their STUs as in `read_aligned_units`."""
    texts = read_references(references)
    return texts, align_data_set(texts, dict.fromkeys(texts, ()), _read_stus(texts, stus))


def _read_stus(
    references: Mapping[str, Sequence[Reference]], stus: str | Path | None
) -> UnitsByInstance:
    if stus:
        return {name: item.units for name, item in read_units(stus).items()}
    return extract_units(build(UnitExtractor, "dependency"), references).units


def score_sentences(
    data: AlignedUnits,
    selection: str,
    regressor: str | Path | None = None,
    features: FeaturesSetting | None = None,
    seed: int = 0,
) -> np.ndarray:
    """Return the scores of the sentences by a selection, (sentences,); see `rank_sentences`."""
    if selection not in BY_REGRESSOR:
        return rank_sentences(selection, data, seed=seed)
    predicted, _ = predict_easiness(data, regressor, features)
    return rank_sentences(selection, data, predicted)


def predict_easiness(
    data: AlignedUnits,
    regressor: str | Path | None = None,
    features: FeaturesSetting | None = None,
) -> tuple[np.ndarray, dict[str, Any]]:
    """Return the predicted easiness of the sentences, (sentences,), and the regressor's identity.

    The identity is for the signature.
    """
    model = load_regressor(regressor or SHIPPED_REGRESSOR)
    built = build(SentenceFeatures, features or str(model.features.get("type", "dependency")))
    predicted = model.predict(built, list(data.texts.values()))
    return predicted, model.identity()
