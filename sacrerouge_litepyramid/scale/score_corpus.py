"""Score a corpus that is too large for memory, here or by Ray's workers; a stopped run is resumed."""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.io.corpus import SUFFIXES
from sacrerouge_litepyramid.io.files import Written, write_singly
from sacrerouge_litepyramid.io.sources import check_apart, is_url, list_sources
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid, Lite2xPyramid, Lite3Pyramid, LitePyramid
from sacrerouge_litepyramid.registry import construct, explain_unknown_name, read_description
from sacrerouge_litepyramid.scale.batches import BatchScorer
from sacrerouge_litepyramid.scale.ray_data import RaySettings, score_with_ray
from sacrerouge_litepyramid.scale.runs import CorpusRun, score_locally
from sacrerouge_litepyramid.signature import as_text
from sacrerouge_litepyramid.statistics.interval_notes import describe_means

logger = logging.getLogger(__name__)

METRICS: dict[str, type[LitePyramid]] = {metric.name: metric for metric in (Lite2Pyramid, Lite2xPyramid, Lite3Pyramid)}
LOCAL = "local"
RAY = "ray"


@write_singly()
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
        inputs: summaries with their units: files (.jsonl or .parquet), folders, globs, or URLs such as s3://…
        output: where to write the scores, .jsonl or .parquet; with the engine ray a folder of Parquet files, or a URL.
        units: units by document, for summaries without units; kept in memory.
        metric: the metric.
        judge: the judge by its name or as JSON.
        extractor: the extractor, by its name or as JSON, of the units from each summary's references.
        batch_size: the number of summaries that are scored and saved together.
        engine: local: this process; ray: Ray's workers on this machine; or JSON such as {"type": "ray",
            "concurrency": 4, "num_cpus": 1, "num_gpus": 0.25, "address": "auto"}: the workers (by default as many as
            fit), the CPUs (1) and GPUs (0) of each, and the address of a cluster (by default this machine).

    Raises:
        ValueError: if settings exclude each other, or a line of the corpus is not a summary.
    """
    if batch_size < 1:
        raise ValueError(f"{name_argument('batch_size')} must be at least 1, not {batch_size}")
    built = _build_metric(metric, judge, extractor, units)
    scorer = BatchScorer(built, read_units(units) if units else None)
    result = _score(scorer, inputs, output, batch_size, engine)
    for notice in built.notices(result.counts.units):
        logger.warning(notice)
    logger.debug("Signature: %s", as_text(result.signature))
    counts = (
        f"{result.counts.summaries} summaries, {result.counts.units.total()} pairs in {result.batches} batches "
        f"({result.resumed} from an earlier run)"
    )
    return Written(Path(output), [describe_means(result.counts.means), counts])


def _build_metric(metric: str, judge: Any, extractor: Any, units: str | Path | None) -> LitePyramid:
    if metric not in METRICS:
        raise ValueError(explain_unknown_name("the metric", metric, METRICS))
    if not extractor:
        return METRICS[metric](judge=judge)
    name = name_argument("extractor")
    if metric != Lite3Pyramid.name:
        raise ValueError(f"{name}: {metric} needs SCUs; choose {name_argument('metric', Lite3Pyramid.name)}")
    if units:
        raise ValueError(f"{name} makes units from references, {name_argument('units')} reads them; choose one")
    return Lite3Pyramid(judge=judge, extractor=extractor)


def _score(
    scorer: BatchScorer, inputs: Sequence[str | Path], output: str | Path, batch_size: int, engine: str
) -> CorpusRun:
    name = name_argument("engine")
    settings = read_description(engine, name)
    kind = settings.pop("type", LOCAL)
    if kind not in (LOCAL, RAY):
        raise ValueError(explain_unknown_name(f"{name}: the type", kind, (LOCAL, RAY)))
    paths = list(map(str, inputs))
    check_apart(str(output), paths)
    sources = list_sources(paths, SUFFIXES)
    if kind == RAY:
        workers = construct(RaySettings, settings, f"{name} ray")
        return score_with_ray(scorer, sources, output, batch_size, workers)
    if is_url(str(output)):
        raise ValueError(f"{name_argument('output')}: only the engine {RAY} writes to the URL {output}; choose a path")
    return score_locally(scorer, sources, Path(output), batch_size)
