"""The evaluation folder: how its files are named, and which metric, human score and evidence commands take from it."""

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.judgements import measure_names
from sacrerouge_litepyramid.core.units import VITAL
from sacrerouge_litepyramid.io.evidence import Evidence, read_evidence
from sacrerouge_litepyramid.io.labels import LABEL_FILES
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, drop_human
from sacrerouge_litepyramid.io.score_files import (
    TABLES,
    collect_names,
    collect_scores,
    list_metric_names,
    read_score_lines,
)

logger = logging.getLogger(__name__)

SUMMARIES, UNITS, LABELS = LABEL_FILES
#: extracted units, what an evaluation found, and its page
STUS, VERDICT, REPORT = "stus.jsonl", "verdict.json", "report.html"
HUMAN_SCORES, SCORES, EVIDENCE = "metrics.jsonl", "scores.jsonl", "evidence.jsonl"
#: which units annotators label, and their labels
PLAN, PLANNED_LABELS = "plan.jsonl", "planned_labels.jsonl"
#: where forms go
FORMS = "forms"
#: all votes of annotators on all units
VOTES = "votes.jsonl"
#: the measures of units that a metric's name may end in
MEASURES = measure_names(classes=3)
#: in verdict.json while evaluate-table moves its files
UNFINISHED = "unfinished"
#: scores of one run may be rounded in one of its files
MAX_ROUNDING = 0.0006


class EvaluationFolder:
    """A folder with a data set and its scores, and further files of scores and of evidence.

    The human score is the first metric of metrics.jsonl. The metric that is meant where none is named is the first of
    the further files, else of scores.jsonl, else the human score.

    Args:
        path: the folder; None if the files are all there is.
        scores: further files of scores, as for `read_score_lines`.
        evidence: files of evidence in place of the folder's.

    Raises:
        ValueError: for a path that is not a folder, for neither a folder nor files, and for a folder in which an
            evaluation was stopped while it replaced files. That scores and evidence are of different runs is logged.
    """

    def __init__(
        self, path: str | Path | None = None, scores: Sequence[str | Path] = (), evidence: Sequence[str | Path] = ()
    ) -> None:
        if path is None and not scores and not evidence:
            raise ValueError("pass the folder of an evaluation, as evaluate-table and demo write it, or --scores FILE")
        if path is not None and not Path(path).is_dir():
            raise ValueError(explain_no_folder(Path(path)))
        self.path = None if path is None else Path(path)
        self.further = [Path(score) for score in scores]
        self.evidence_files = [Path(each) for each in evidence] or self._find(EVIDENCE)
        if any(UNFINISHED in read_verdict(verdict) for verdict in self._find(VERDICT)):
            raise ValueError(
                f"{path}: an evaluation was stopped while it replaced files here, which are now of two runs; repeat "
                f"it with this {name_argument('output_dir')}"
            )
        for scored, judged in zip(self._find(SCORES), self._find(EVIDENCE), strict=False):
            _warn_of_other_run(scored, judged, (scored.stat().st_mtime_ns, judged.stat().st_mtime_ns))

    @property
    def name(self) -> str:
        """The folder, or its files, to begin messages with."""
        return ", ".join(map(str, self.further or self.evidence_files)) if self.path is None else str(self.path)

    @property
    def score_files(self) -> list[Path]:
        """The files of scores, the human ones first."""
        return [*self._find(HUMAN_SCORES), *self.own_files]

    @property
    def own_files(self) -> list[Path]:
        """The further files, and the folder's scores that are not human."""
        return [*self.further, *self._find(SCORES)]

    @cached_property
    def human(self) -> str | None:
        """The name of the human score; None without metrics.jsonl."""
        return next(iter(list_metric_names(self._find(HUMAN_SCORES))), None)

    def find_human(self) -> str:
        """Return the name of the human score; without metrics.jsonl that of labels, which further files may have."""
        return self.human or HUMAN_METRIC

    @cached_property
    def metrics(self) -> list[str]:
        """The names of all metrics but the human score, in the order of their first occurrence."""
        return drop_human(list_metric_names(self.score_files), self.find_human())

    @cached_property
    def metric(self) -> str:
        """The default metric; ValueError if there are no scores."""
        name = next(iter(list_metric_names(self.own_files)), self.human)
        if name is None:
            raise self.missing_scores
        return name

    @property
    def missing_scores(self) -> ValueError:
        """The error of a folder without scores."""
        named = name_argument("scores")
        return ValueError(f"{self.name}: no scores; score its summaries first, or name files of scores ({named})")

    @property
    def labels_file(self) -> Path | None:
        """The labels of units, if the folder has them."""
        return self.find(LABELS)

    @property
    def has_named_evidence(self) -> bool:
        """Whether files of evidence stand in place of the folder's."""
        return self.evidence_files != self._find(EVIDENCE)

    @property
    def judged_metric(self) -> str | None:
        """The metric of the evidence that is meant where none is named; None if files of evidence were named."""
        return split_measure(self.metric)[0] if not self.has_named_evidence and self._find(SCORES) else None

    def require_evidence(self) -> list[Path]:
        """Return the files of evidence; raise ValueError without any."""
        if not self.evidence_files:
            raise ValueError(
                f"{self.name}: no {EVIDENCE}; score its summaries with their evidence first, or name files of evidence "
                f"({name_argument('evidence')})"
            )
        return self.evidence_files

    def find(self, name: str) -> Path | None:
        """Return the path of a file of the folder, None if it is not there."""
        return next(iter(self._find(name)), None)

    def read_evidence(self, metric: str | None = None) -> list[Evidence]:
        """Return the evidence by the measure that a metric's name ends in (lite3pyramid_p2c), else by p2c.

        Of the folder's own evidence that of the metric alone, where it is there.
        """
        name, measure = split_measure(metric or self.metric)
        found = read_evidence(self.evidence_files, measure or MEASURES[0])
        own = [each for each in found if each.name == name] if not self.has_named_evidence else []
        return own or found

    def _find(self, name: str) -> list[Path]:
        """Return a file of the folder, if it is there."""
        return [self.path / name] if self.path and (self.path / name).exists() else []


def explain_no_folder(path: Path) -> str:
    """Return the message for a path that is not the folder of an evaluation: what is there, and what to run."""
    scores = name_argument("scores", "FILE")
    if not path.exists():
        return f"{path}: no such folder; pass that of an evaluation, or files of scores: {scores}"
    if path.name.lower().endswith(TABLES):
        run = f"run evaluate-table {path} --output-dir DIR first, and pass DIR"
        return f"{path} is a table, not the folder of an evaluation: {run}; if it holds scores, pass it as {scores}"
    is_of_folder = any((path.parent / name).exists() for name in (SUMMARIES, SCORES))
    folder = f"its folder, {path.parent}" if is_of_folder else "a folder that evaluate-table wrote"
    alone = f"pass scores alone as {scores}, evidence as {name_argument('evidence', 'FILE')}"
    return f"{path} is a file, not the folder of an evaluation: pass {folder}; {alone}"


def split_measure(metric: str) -> tuple[str, str | None]:
    """Return a metric's name and the measure that it ends in, also before _vital, or None: lite3pyramid and p2c."""
    name, _, measure = metric.removesuffix(f"_{VITAL}").rpartition("_")
    return (name, measure) if measure in MEASURES else (metric, None)


def read_verdict(path: str | Path) -> dict[str, Any]:
    """Return what evaluate-table wrote into verdict.json; empty for no such file, and for another's."""
    with suppress(OSError, ValueError):
        verdict = json.loads(Path(path).read_text("utf-8"))
        if isinstance(verdict, dict) and isinstance(verdict.get("files"), list) and "summaries" in verdict:
            return verdict
    return {}


@lru_cache
def _warn_of_other_run(scored: Path, judged: Path, times: tuple[int, int]) -> None:
    """Log where a folder's scores are not those of its evidence; once for files written at these ``times``."""
    with suppress(ValueError):  # what cannot be read is reported by what needs it
        lines, differing, compared = read_score_lines(scored), [], 0
        for each in read_evidence([judged], MEASURES[0]):
            name = f"{each.name}_{each.measure}"
            scores = collect_scores(lines, [name], str(scored))[name] if name in collect_names(lines) else {}
            pairs = [(key, scores[key], each.score(key)) for key in each.values if key in scores]
            differing += [(name, *pair) for pair in pairs if abs(pair[1] - pair[2]) > MAX_ROUNDING]
            compared += len(pairs)
        if differing:
            name, key, score, other = differing[0]
            logger.warning(
                "%s and %s are of different runs, or one was edited: %d of %d summaries have other scores (%s of %r by "
                "%r: %.3f and %.3f); score the summaries again",
                *(scored, judged, len(differing), compared, name, *key, score, other),
            )
