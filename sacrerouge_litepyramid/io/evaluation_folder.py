"""The evaluation folder: its files, and the scores and the evidence that commands use."""

import json
import logging
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.arguments import has_argument, name_argument
from sacrerouge_litepyramid.core.judgements import list_measures
from sacrerouge_litepyramid.core.units import VITAL
from sacrerouge_litepyramid.io.files import hash_file
from sacrerouge_litepyramid.io.labels import (
    LABEL_FILES,
    UNIT_FILES,
    VOTES_FILE,
    find_labelled_units,
)
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, drop_human
from sacrerouge_litepyramid.io.score_files import TABLES, list_metric_names

logger = logging.getLogger(__name__)

SUMMARIES, UNITS, LABELS = LABEL_FILES
#: extracted units
EXTRACTED = UNIT_FILES[-1]
#: the verdict of an evaluation, and its report
VERDICT, REPORT = "verdict.json", "report.html"
HUMAN_SCORES, SCORES, EVIDENCE = "metrics.jsonl", "scores.jsonl", "evidence.jsonl"
#: the plan of units to label, and their labels
PLAN, PLANNED_LABELS = "plan.jsonl", "planned_labels.jsonl"
#: the folder for forms
FORMS = "forms"
#: all annotators' votes on all units
VOTES = VOTES_FILE
#: measures of units, which a metric's name may end in
MEASURES = list_measures(classes=3)
#: the arguments for files that come with the folder or instead of it
FILE_KINDS = ("scores", "evidence")
#: the key in verdict.json of the SHA-256 of scores.jsonl
SCORES_DIGEST = "scores_sha256"
#: the keys in verdict.json of the table's name, and of the metric by which its systems are ranked
NAME, METRIC = "name", "metric"
#: the key in verdict.json of what was done to read the table
READING = "reading"


class EvaluationFolder:
    """A folder with a data set and its scores, and additional files of scores and evidence.

    The human score is the first metric in metrics.jsonl. The default metric is the first in the
    additional files, otherwise that by which evaluate-table ranked, otherwise the first in
    scores.jsonl, otherwise the human score. Edited scores are logged.

    Args:
        path: the folder; None to use only the files.
        scores: additional score files, as for `read_score_lines`.
        evidence: evidence files that replace the folder's.

    Raises:
        ValueError: if the path is not a folder, or neither a folder nor files are given.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        scores: Sequence[str | Path] = (),
        evidence: Sequence[str | Path] = (),
    ) -> None:
        if path is None and not scores and not evidence:
            kinds = [name_argument(kind, "FILE") for kind in FILE_KINDS if has_argument(kind)]
            raise ValueError(
                "no folder of an evaluation; pass one that evaluate-table or demo wrote, or "
                f"{' or '.join(kinds)}"
            )
        self.path = None if path is None else Path(path)
        if self.path and not self.path.is_dir():
            raise ValueError(_explain_no_folder(self.path))
        self.extra_scores = [Path(file) for file in scores]
        self.evidence_files = [Path(file) for file in evidence] or self._find(EVIDENCE)
        #: what evaluate-table wrote to verdict.json, {} in other folders
        self.verdict = read_verdict(self.path / VERDICT) if self.path else {}
        # A folder that evaluate-table did not write is not checked.
        for scores_file in self._find(SCORES) if SCORES_DIGEST in self.verdict else ():
            digest = hash_file(scores_file)
            if digest != self.verdict[SCORES_DIGEST]:
                _warn_of_edited_scores(scores_file, digest)

    @property
    def name(self) -> str:
        """The folder, or the files if there is no folder, to begin messages with."""
        if self.path:
            return str(self.path)
        return ", ".join(map(str, self.extra_scores or self.evidence_files))

    @property
    def score_files(self) -> list[Path]:
        """The score files, human scores first."""
        return [*self._find(HUMAN_SCORES), *self.metric_files]

    @property
    def metric_files(self) -> list[Path]:
        """The additional score files, and the folder's scores other than human ones."""
        return [*self.extra_scores, *self._find(SCORES)]

    @property
    def signed_files(self) -> list[Path]:
        """The files that may have signatures: scores and evidence."""
        # SacreROUGE's commands sign the evidence, but not the scores.
        return [*self.metric_files, *self.evidence_files]

    @cached_property
    def human(self) -> str | None:
        """The name of the human score, or None without metrics.jsonl."""
        return next(iter(list_metric_names(self._find(HUMAN_SCORES))), None)

    def find_human(self) -> str:
        """Return the human score's name; without metrics.jsonl, that of the score from labels."""
        return self.human or HUMAN_METRIC

    @cached_property
    def metrics(self) -> list[str]:
        """The names of all metrics except the human score, in order of first occurrence."""
        return drop_human(list_metric_names(self.score_files), self.find_human())

    @cached_property
    def metric(self) -> str:
        """The default metric; raises ValueError if there are no scores."""
        names = list_metric_names(self.metric_files)
        ranked = self.verdict.get(METRIC)
        if ranked in names and not self.extra_scores:
            return str(ranked)
        name = next(iter(names), self.human)
        if name is None:
            raise self.missing_scores
        return name

    @property
    def missing_scores(self) -> ValueError:
        """The error about a folder without scores."""
        option = name_argument("scores")
        return ValueError(
            f"{self.name}: no scores; score its summaries first, or pass score files ({option})"
        )

    @property
    def labels_file(self) -> Path | None:
        """The file with the labels of units, or None."""
        return self.find(LABELS)

    @property
    def units_file(self) -> Path | None:
        """The file with the units that are or would be labelled, or None."""
        path = find_labelled_units(self.path) if self.path else None
        return path if path and path.exists() else None

    @property
    def has_named_evidence(self) -> bool:
        """Whether evidence files other than the folder's are used."""
        return self.evidence_files != self._find(EVIDENCE)

    @property
    def judged_metric(self) -> str | None:
        """The default metric of the folder's evidence; None if other evidence files are used."""
        if self.has_named_evidence or not self._find(SCORES):
            return None
        return split_measure(self.metric)[0]

    def require_evidence(self) -> list[Path]:
        """Return the evidence files; raise ValueError if there are none."""
        if not self.evidence_files:
            raise ValueError(
                f"{self.name}: no {EVIDENCE}; score its summaries with evidence first, or pass "
                f"evidence files ({name_argument('evidence')})"
            )
        return self.evidence_files

    def find(self, name: str) -> Path | None:
        """Return the path of a file in the folder, or None if it is missing."""
        return next(iter(self._find(name)), None)

    def _find(self, name: str) -> list[Path]:
        """Return the path of a file in the folder, if it exists."""
        return [self.path / name] if self.path and (self.path / name).exists() else []


def _explain_no_folder(path: Path) -> str:
    """Return the message about a path that is not an evaluation folder, with the remedy."""
    if not path.exists():
        return f"{path}: no such folder; pass one that evaluate-table or demo wrote"
    if path.name.lower().endswith(TABLES):
        message = (
            f"{path} is a table, not the folder of an evaluation: run evaluate-table {path} "
            "--output-dir DIR first, and pass DIR"
        )
        if has_argument("scores"):
            message += f"; if it contains scores, pass it as {name_argument('scores', 'FILE')}"
        return message
    message = f"{path} is a file, not the folder of an evaluation: pass its folder"
    kinds = [
        f"{kind} as {name_argument(kind, 'FILE')}" for kind in FILE_KINDS if has_argument(kind)
    ]
    return f"{message}; pass {', '.join(kinds)}" if kinds else message


def split_measure(metric: str) -> tuple[str, str | None]:
    """Split a score's name into that of its metric and its measure, or None without one.

    Names are like lite3pyramid_p2c and lite3pyramid_p2c_vital.
    """
    name, _, measure = metric.removesuffix(f"_{VITAL}").rpartition("_")
    return (name, measure) if measure in MEASURES else (metric, None)


def read_verdict(path: Path) -> dict[str, Any]:
    """Return the verdict that evaluate-table wrote, or {} without a file of this content."""
    try:
        verdict = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return verdict if isinstance(verdict, dict) else {}


@lru_cache
def _warn_of_edited_scores(path: Path, _digest: str) -> None:
    """Log that a score file is not the one that evaluate-table wrote, once for each content."""
    logger.warning(
        "%s was edited after it was written: its scores may not be those of the evidence; score "
        "the summaries again",
        path,
    )
