"""The scores that commands take: from a folder, a file, a table or an evaluation."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.io.evaluation_folder import (
    PLANNED_LABELS,
    SUMMARIES,
    EvaluationFolder,
)
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.metrics import (
    HUMAN_METRIC,
    SummaryKey,
    drop_human,
    list_constant_metrics,
    negate_scores,
    parse_key,
)
from sacrerouge_litepyramid.io.score_files import (
    collect_counts,
    collect_names,
    collect_scores,
    parse_score_lines,
    read_score_lines,
)
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.table_columns import (
    find_columns,
    find_human_columns,
    is_measurement_name,
    list_number_columns,
)
from sacrerouge_litepyramid.io.tables import list_rows
from sacrerouge_litepyramid.meta_evaluation.answers import ScoreBounds, bound_scores, name_counts
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, arrange_bounds, arrange_scores

logger = logging.getLogger(__name__)


class ScoreSource(NamedTuple):
    """Scores of summaries as lines of SacreROUGE's Metrics, and the default choices among them."""

    lines: list[Line]
    # the source's name, with which messages begin
    where: str
    # the names of the metrics
    names: list[str]
    # the name of the human score, "" if unknown
    human: str
    # the default metric
    metric: str
    # the evaluation folder, if the source is one
    folder: EvaluationFolder | None = None

    def read_metric(self, metric: str) -> dict[SummaryKey, float]:
        """Return the system summaries' scores by a metric."""
        return collect_scores(self.lines, [metric], self.where)[metric]

    def read_bounds(self, metric: str) -> dict[SummaryKey, ScoreBounds]:
        """Return the bounds of the system summaries' scores, {} if no answer is missing."""
        counts = collect_counts(self.lines, name_counts(metric))
        return bound_scores(self.read_metric(metric), counts) if counts else {}

    def read_agreement(
        self, human: str | None, metrics: Sequence[str] | None, lower_is_better: Sequence[str]
    ) -> tuple[str, Scores]:
        """Return the human score's name, and the matrices of it and of the metrics.

        ``metrics``: by default all others. Scores of which a lower one is better are negated, as by
        `negate_scores`. Raises ValueError if there is no human score, or no metric beside it.
        """
        name = human or self.human or self._refuse_no_human()
        chosen = drop_human(self.names, name) if metrics is None else list(dict.fromkeys(metrics))
        if not chosen:
            raise ValueError(f"{self.where}: no metric but {name!r}; pass a metric's scores too")
        values = collect_scores(self.lines, [name, *chosen, *lower_is_better], self.where)
        scores = arrange_scores(values, name, chosen)
        if self.folder is not None:
            self._warn_of_other_summaries(name, scores)
        bounds = {}
        for metric in chosen:
            given = arrange_bounds(self.read_bounds(metric), scores.systems, scores.documents)
            if given is not None:
                bounds[metric] = given
        return _negate(name, scores._replace(bounds=bounds), lower_is_better)

    def _refuse_no_human(self) -> NoReturn:
        if self.folder and self.folder.find(PLANNED_LABELS):
            raise ValueError(
                f"{self.where}: no human score of each summary, but labels of a plan, from which "
                f"systems' scores are estimated: sacrerouge-litepyramid estimate {self.where}"
            )
        candidates = find_human_columns(self.names)
        if candidates:
            raise ValueError(
                f"{self.where}: each of the columns {', '.join(map(repr, candidates))} may be the "
                f"human score; name it: {name_argument('human', candidates[0])}"
            )
        raise ValueError(
            f"{self.where}: no column was recognised as the human score; the columns are: "
            f"{', '.join(self.names)}; name it: {name_argument('human', 'NAME')}, or pass a file "
            f"that has it too ({name_argument('scores')})"
        )

    def _warn_of_other_summaries(self, human: str, scores: Scores) -> None:
        """Log the rows of score files that are of no summary of the folder, as with shifted ids."""
        path = self.folder and self.folder.find(SUMMARIES)
        summaries = {item.key for item in read_summaries(path)} if path else set()
        files: dict[str, list[SummaryKey]] = {}
        for line in self.lines:
            key = parse_key(line)
            if human in line.data["metrics"]:
                summaries.add(key)
            else:
                files.setdefault(line.where.rpartition(", ")[0], []).append(key)
        lacking = max(map(scores.count_missing, scores.metrics))
        for name, keys in files.items():
            others = [key.instance_id for key in keys if key not in summaries]
            if others:
                logger.warning(
                    "%d of %d rows of %s belong to no summary here (first: %r); %s no score",
                    len(others),
                    len(keys),
                    Path(name).name,
                    others[0],
                    "1 summary has" if lacking == 1 else f"{lacking} summaries have",
                )


def _negate(human: str, scores: Scores, names: Sequence[str]) -> tuple[str, Scores]:
    """Negate the scores of which a lower one is better, and return the human score's name too."""
    ((shown, matrix),) = negate_scores({human: scores.human}, names).items()
    metrics = negate_scores(scores.metrics, names)
    bounds = {}
    for metric, name in zip(scores.metrics, metrics, strict=True):
        if metric in scores.bounds:
            given = scores.bounds[metric]
            bounds[name] = given.negate() if metric in names else given
    return shown, scores._replace(human=matrix, metrics=metrics, bounds=bounds)


def open_scores(source: Any) -> ScoreSource:
    """Open the folder of an evaluation, or a file or table of scores.

    `parse_score_lines` describes the tables; their first metric is the default. Raises ValueError
    if a table has no scores, or if several of its columns may be the human score.
    """
    if not isinstance(source, str | Path | EvaluationFolder):
        return _build(list_rows(source), "table")
    if not isinstance(source, EvaluationFolder):
        if not Path(source).is_dir():
            return _build(read_score_lines(source), str(source))
        source = EvaluationFolder(source)
    lines: list[Line] = []
    names: list[str] = []
    for path in source.score_files:
        added = read_score_lines(path)
        found = collect_names(added)
        names += _drop_measurements(found) if path in source.extra_scores else found
        lines += added
    names = list(dict.fromkeys(names))
    human = source.human or (HUMAN_METRIC if HUMAN_METRIC in names else "")
    candidates = find_human_columns(names)
    if not human and len(candidates) == 1:
        human = candidates[0]
    return ScoreSource(lines, source.name, names, human, source.metric, source)


def _build(rows: list[Line], where: str) -> ScoreSource:
    if not list_number_columns(rows, ()) and find_columns(rows, {}, ["summary"], can_name=False):
        raise ValueError(
            f"{where}: the summaries have no scores; pass the folder that evaluate_table(table, "
            "output_dir=…) writes, or its rows of scores"
        )
    lines = parse_score_lines(rows, where)
    names = collect_names(lines)
    if not names:
        raise ValueError(
            f"{where}: no scores; pass a row for each summary, with a column for each metric"
        )
    candidates = find_human_columns(names)
    if len(candidates) > 1:
        raise ValueError(
            f"{where}: each of the columns {', '.join(map(repr, candidates))} may be the human "
            f"score; keep one, or name it: {name_argument('human', candidates[0])}"
        )
    chosen = candidates[0] if candidates else ""
    constant = [name for name in list_constant_metrics(lines) if name in names and name != chosen]
    if constant:
        logger.info(
            "columns not used as metrics, as all systems of a document are equal: %s",
            list_some(constant),
        )
        names = [name for name in names if name not in constant] or names
    names = _drop_measurements(names)
    metric = next((name for name in names if name != chosen), chosen)
    return ScoreSource(lines, where, names, chosen, metric)


def _drop_measurements(names: list[str]) -> list[str]:
    """Return the names without durations, lengths and costs, which are metrics only if named."""
    others = [name for name in names if is_measurement_name(name)]
    if not others or len(others) == len(names):
        return names
    logger.info("columns used only if named, as they are no scores: %s", list_some(others))
    return [name for name in names if name not in others]
