"""The command that scores a corpus too large for memory."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from tqdm import tqdm

from sacrerouge_litepyramid.core.arguments import check_minimum, name_argument
from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.io.corpus import SUFFIXES
from sacrerouge_litepyramid.io.files import Written, write_together
from sacrerouge_litepyramid.io.metrics import flatten_metrics
from sacrerouge_litepyramid.io.sources import check_apart, list_sources
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.metrics.lite_pyramid import (
    Lite2Pyramid,
    Lite2xPyramid,
    Lite3Pyramid,
    LitePyramid,
)
from sacrerouge_litepyramid.metrics.metric import describe_changes
from sacrerouge_litepyramid.registry import construct, explain_unknown_name, read_description
from sacrerouge_litepyramid.scale.batches import ScoredBatch, read_batches, score_rows
from sacrerouge_litepyramid.scale.outputs import write_scores, write_signature
from sacrerouge_litepyramid.scale.ray_data import RaySettings, score_with_ray
from sacrerouge_litepyramid.scoring import Unanswered
from sacrerouge_litepyramid.signature import Signature, as_text
from sacrerouge_litepyramid.statistics.interval_notes import describe_means
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans

logger = logging.getLogger(__name__)

METRICS: dict[str, type[LitePyramid]] = {
    Lite2Pyramid.name: Lite2Pyramid,
    Lite2xPyramid.name: Lite2xPyramid,
    Lite3Pyramid.name: Lite3Pyramid,
}
LOCAL = "local"
RAY = "ray"
#: after so many units, a judge that left more than half of them unanswered stops the run
MIN_UNITS = 1000


def score_corpus(
    inputs: Sequence[str | Path],
    *,
    output: str | Path,
    units: str | Path | None = None,
    metric: Literal["lite2pyramid", "lite2xpyramid", "lite3pyramid"] = "lite2pyramid",
    judge: Judge | str | Mapping[str, Any] = "lexical",
    extractor: UnitExtractor | str | Mapping[str, Any] | None = None,
    batch_size: int = 1000,
    engine: str = LOCAL,
) -> Written:
    """Score a corpus of any size as a stream of JSON Lines or Parquet.

    Args:
        inputs: summaries with their units: files (.jsonl or .parquet), folders, globs, or URLs such
            as s3://…
        output: where to write the scores: a path or a URL, Parquet if it ends in .parquet,
            otherwise JSON Lines.
        units: units by document, for summaries without units; kept in memory.
        metric: the metric.
        judge: the judge by its name or as JSON.
        extractor: the extractor, by its name or as JSON, of the units from each summary's
            references.
        batch_size: the number of summaries that are in memory and scored together.
        engine: local: this process; ray: Ray's workers on this machine; or JSON such as {"type":
            "ray", "concurrency": 4, "num_cpus": 1, "num_gpus": 0.25, "address": "auto"}: the
            workers (by default as many as fit), the CPUs (1) and GPUs (0) of each, and the address
            of a cluster (by default this machine).

    Raises:
        ValueError: if settings exclude each other, or a line of the corpus is not a summary.
    """
    check_minimum(1, batch_size=batch_size)
    settings = _read_engine(engine)
    built = _build_metric(metric, judge, extractor, units)
    by_instance = read_units(units) if units else {}
    score = partial(score_rows, metric=built, units=by_instance)
    sources = list_sources(inputs, SUFFIXES)
    check_apart(output, sources)
    if settings:
        batches = score_with_ray(score, sources, batch_size, settings)
    else:
        batches = map(score, read_batches(sources, batch_size))
    totals = _Totals()
    with write_together():
        write_scores(output, totals.count(batches))
        write_signature(output, totals.sign())
    notices = [*describe_changes(totals.changes), *built.notices(totals.units)]
    for notice in notices:
        logger.warning(notice)
    signature = totals.sign()
    logger.debug("Signature: %s", as_text(signature))
    counts = count_nouns(summary=totals.summaries, pair=totals.units.total())
    return Written(Path(output), [describe_means(totals.means, totals.answers), counts])


def _read_engine(engine: str) -> RaySettings | None:
    """Return the settings of Ray, or None for the local engine."""
    name = name_argument("engine")
    settings = read_description(engine, name)
    kind = settings.pop("type", LOCAL)
    if kind not in (LOCAL, RAY):
        raise ValueError(explain_unknown_name(f"{name}: the type", kind, (LOCAL, RAY)))
    if kind == LOCAL:
        return None
    workers = construct(RaySettings, settings, f"{name} ray")
    workers.check()
    return workers


def _build_metric(metric: str, judge: Any, extractor: Any, units: str | Path | None) -> LitePyramid:
    if metric not in METRICS:
        raise ValueError(explain_unknown_name("the metric", metric, METRICS))
    if not extractor:
        return METRICS[metric](judge=judge)
    name = name_argument("extractor")
    if metric != Lite3Pyramid.name:
        raise ValueError(
            f"{name}: {metric} needs SCUs; choose {name_argument('metric', Lite3Pyramid.name)}"
        )
    if units:
        raise ValueError(
            f"{name} makes units from references, {name_argument('units')} reads them; choose one"
        )
    return Lite3Pyramid(judge=judge, extractor=extractor)


class _Totals:
    """What is counted while the scores of a corpus are written."""

    def __init__(self) -> None:
        self.summaries = 0
        self.units: Counter[str] = Counter()
        self.changes: Counter[str] = Counter()
        self.means = RunningSystemMeans()
        self.observed: dict[str, set[str]] = {}
        self.signature: Signature = {}
        self.unanswered: Unanswered | None = None
        self.answers: dict[str, tuple[int, int]] = {}

    def count(self, batches: Iterable[ScoredBatch]) -> Iterator[list[dict[str, Any]]]:
        """Yield the lines of batches, and count them, with a progress bar.

        Raises ValueError if the judge left more than half of the units unanswered.
        """
        with tqdm(desc="summaries", unit="summary", disable=None, delay=1) as bar:
            for batch in batches:
                self.signature = batch.signature
                self.summaries += len(batch.lines)
                self.units.update(batch.units)
                self.changes.update(batch.changes)
                if batch.unanswered is not None:
                    self.unanswered = batch.unanswered.add(self.unanswered)
                    if self.unanswered.asked >= MIN_UNITS:
                        self.unanswered.check()
                for system, (answered, units) in batch.answers.items():
                    before = self.answers.get(system, (0, 0))
                    self.answers[system] = (before[0] + answered, before[1] + units)
                for name, values in batch.observed.items():
                    self.observed.setdefault(name, set()).update(values)
                for line in batch.lines:
                    scores = flatten_metrics(line["metrics"])
                    self.means.add(line["summarizer_id"], dict(scores))
                yield batch.lines
                bar.update(len(batch.lines))
        if self.unanswered is not None:
            self.unanswered.check()

    def sign(self) -> Signature:
        """Return the signature of metric and judge, with the numbers of units and summaries."""
        # The last batch's signature has only what its own worker observed.
        observed = {name: sorted(values) for name, values in self.observed.items()}
        judge = {**self.signature["judge"], **observed}
        units = dict(sorted(self.units.items()))
        return {
            **self.signature,
            "judge": judge,
            "units": units,
            "corpus": {"summaries": self.summaries},
        }
