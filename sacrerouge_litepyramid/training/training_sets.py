"""Read training sets for judges: labels of units, or human scores that count present units."""

import logging
import math
from collections.abc import Collection, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.texts import flatten, list_some
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, LABELS, SUMMARIES
from sacrerouge_litepyramid.io.evidence import read_evidence_labels
from sacrerouge_litepyramid.io.labels import find_labelled_units, read_labelled_folder
from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores
from sacrerouge_litepyramid.io.summaries import Summary, collect_documents, read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.signature import digest_units
from sacrerouge_litepyramid.training.trainable import Documents, HumanScoredSummary, KnownSummary

logger = logging.getLogger(__name__)


class TrainingSet(NamedTuple):
    """A data set of labelled or scored summaries."""

    name: str
    labelled: Sequence[LabelledSummary] = ()
    scored: Sequence[HumanScoredSummary] = ()
    # None if unknown
    documents: Documents | None = None

    @property
    def summaries(self) -> list[KnownSummary]:
        return [*self.labelled, *self.scored]

    @property
    def has_written_units(self) -> bool:
        """Whether annotators wrote all units."""
        return all(unit.kind == "scu" for summary in self.summaries for unit in summary.units)

    def with_labels(self) -> list[LabelledSummary]:
        """Return the labelled summaries, and the scored ones with the score as every label."""
        return [*self.labelled, *(item.with_labels() for item in self.scored)]

    def part(self, instance_ids: Collection[str]) -> "TrainingSet":
        """Return the part of the set with these documents."""
        return self._replace(
            labelled=[item for item in self.labelled if item.instance_id in instance_ids],
            scored=[item for item in self.scored if item.instance_id in instance_ids],
        )

    def prefixed(self) -> "TrainingSet":
        """Return the set with its name as a prefix of each instance id."""
        prefix = f"{self.name}/"
        labelled = [item._replace(instance_id=prefix + item.instance_id) for item in self.labelled]
        scored = [item._replace(instance_id=prefix + item.instance_id) for item in self.scored]
        documents = self.documents
        if documents is not None:
            documents = {prefix + name: texts for name, texts in documents.items()}
        return TrainingSet(self.name, labelled, scored, documents)

    def describe(self) -> dict[str, Any]:
        """Return the set's name, digest of units and sizes, for the provenance of weights."""
        units_by_document = {summary.instance_id: summary.units for summary in self.summaries}
        digest = digest_units(chain.from_iterable(units_by_document.values()))
        return {
            "name": self.name,
            "units": digest["sha256"],
            "documents": len(units_by_document),
            "summaries": len(self.summaries),
            "labels": sum(len(item.labels) for item in self.labelled),
            "scores": len(self.scored),
        }


def read_training_set(folder: str | Path, evidence: str | Path | None = None) -> TrainingSet:
    """Read the labels of a folder, or if it has none, its human scores.

    Labels in a file ``evidence`` replace both. Raises ValueError if the folder has neither, or if a
    human score is not a share or a number of units.
    """
    folder = Path(folder)
    summaries = read_summaries(folder / SUMMARIES)
    labelled: Sequence[LabelledSummary] = ()
    scored: Sequence[HumanScoredSummary] = ()
    if evidence is not None:
        labelled = read_evidence_labels(evidence)
    elif (folder / LABELS).exists():
        labelled = read_labelled_folder(folder)
    elif (folder / HUMAN_SCORES).exists():
        scored = _read_scored(folder, summaries)
    else:
        raise ValueError(
            f"{folder}: training needs {LABELS}, or human scores in {HUMAN_SCORES}; add one of the "
            "two"
        )
    return TrainingSet(folder.resolve().name, labelled, scored, collect_documents(summaries))


def _read_scored(folder: Path, summaries: Sequence[Summary]) -> list[HumanScoredSummary]:
    """Return the summaries with units and a human score.

    The human score is the first metric of metrics.jsonl.
    """
    path = find_labelled_units(folder)
    units = {}
    for name, item in read_units(path).items():
        if any(unit.weight for unit in item.units):
            units[name] = item.units
    file = folder / HUMAN_SCORES
    metric = next(iter(list_metric_names([file])), "")
    if not metric:
        raise ValueError(
            f"{file}: no summary has a human score; training needs scores that are shares of units"
        )
    texts = {summary.key: flatten(summary.text) for summary in summaries}
    scored = []
    without = []
    for key, value in read_scores([file], [metric])[metric].items():
        if not math.isfinite(value):
            continue
        if key in texts and key.instance_id in units:
            scored.append(HumanScoredSummary(*key, texts[key], units[key.instance_id], value))
        else:
            without.append(f"{key.summarizer_id} for {key.instance_id}")
    if not scored:
        raise ValueError(
            f"{folder}: no summary has a text, units in {path.name} and the human score {metric!r}"
        )
    if without:
        logger.warning(
            "%s: %d human scores have no summary or no units (%s)",
            folder,
            len(without),
            list_some(without),
        )
    if all(0 <= item.score <= 1 for item in scored):
        return scored
    return _divide_by_units(scored, f"{file}: the human score {metric!r}")


def _divide_by_units(scored: Sequence[HumanScoredSummary], what: str) -> list[HumanScoredSummary]:
    """Return summaries with shares of present units as scores, given their numbers.

    Raises ValueError, beginning with ``what``, if a score cannot be a number of present units.
    """
    shares = []
    for item in scored:
        count = len(item.units)
        if item.score not in range(count + 1):
            raise ValueError(
                f"{what} is {item.score:g} for system {item.summarizer_id!r}, instance "
                f"{item.instance_id!r}; training needs the share of units that annotators found, 0 "
                f"to 1, or their number, here 0 to {count}: make this the first metric, or label "
                "some units (make-label-form)"
            )
        # A number counts all units alike, whatever their weights.
        units = as_units([unit.text for unit in item.units])
        shares.append(item._replace(units=units, score=item.score / count))
    logger.info("%s is read as the number of present units", what)
    return shares


def join_sets(sets: Sequence[TrainingSet]) -> TrainingSet:
    """Join sets into one.

    If there are several, each instance id gets the name of its set as a prefix. Raises ValueError
    if two sets have the same name.
    """
    if len(sets) == 1:
        return sets[0]
    names = [data.name for data in sets]
    if len(names) > len(set(names)):
        raise ValueError(
            f"training sets need different names, not {', '.join(names)}; rename a folder"
        )
    prefixed = [data.prefixed() for data in sets]
    documents: dict[str, Sequence[str]] = {}
    for part in prefixed:
        documents.update(part.documents or {})
    return TrainingSet(
        " and ".join(names),
        list(chain.from_iterable(part.labelled for part in prefixed)),
        list(chain.from_iterable(part.scored for part in prefixed)),
        documents or None,
    )
