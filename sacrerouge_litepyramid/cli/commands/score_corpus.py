"""`score-corpus`: scores a corpus that is too large for memory; a stopped run is resumed."""

import argparse
import logging
from pathlib import Path

from sacrerouge_litepyramid.cli.metric_commands import describe_means
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.io.corpus import SUFFIXES
from sacrerouge_litepyramid.io.files import write_singly
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.sources import check_apart, is_url, list_sources
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid, Lite2xPyramid, Lite3Pyramid, LitePyramid
from sacrerouge_litepyramid.registry import construct, explain_unknown_name, read_description
from sacrerouge_litepyramid.scale.batches import BatchScorer
from sacrerouge_litepyramid.scale.ray_data import RaySettings, score_with_ray
from sacrerouge_litepyramid.scale.runs import CorpusRun, score_locally
from sacrerouge_litepyramid.signature import as_text

logger = logging.getLogger(__name__)

METRICS: dict[str, type[LitePyramid]] = {metric.name: metric for metric in (Lite2Pyramid, Lite2xPyramid, Lite3Pyramid)}
GROUP = "scores"
HELP = "Score a corpus of any size as a stream of JSON Lines or Parquet"
NEEDS = ("ray",)
EXAMPLE = r"""sacrerouge-litepyramid score-corpus corpus.parquet \
    --output scores.parquet --metric lite3pyramid"""
LOCAL = "local"
RAY = "ray"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input(
        "INPUTS",
        nargs="+",
        help="Summaries with their units: files (.jsonl or .parquet), folders, globs, or URLs such as s3://…",
    )
    parser.add_input("--units", help="Units by document, for summaries without units; kept in memory")
    parser.add_output(
        "--output",
        files=("*.parquet",),
        beside=(SUFFIX, ".parts/"),
        required=True,
        help="Where to write the scores, .jsonl or .parquet; with --engine ray a folder of Parquet files, or a URL",
    )
    add("--metric", choices=METRICS, default="lite2pyramid", help="The metric (default: %(default)s)")
    parser.add_judge()
    parser.add_component(
        "--extractor", help="Name or JSON of the extractor that takes the units from each summary's references"
    )
    add(
        "--batch-size",
        type=int,
        default=1000,
        help="Summaries that are scored and saved together (default: %(default)s)",
    )
    add(
        "--engine",
        default=LOCAL,
        help="local: this process; ray: Ray's workers on this machine; or JSON such as "
        '{"type": "ray", "concurrency": 4, "num_cpus": 1, "num_gpus": 0.25, "address": "auto"}: the workers (by '
        "default as many as fit), the CPUs (1) and GPUs (0) of each, and a cluster (default: %(default)s)",
    )


@write_singly()
def run(args: argparse.Namespace) -> None:
    if args.batch_size < 1:
        raise ValueError(f"--batch-size must be at least 1, not {args.batch_size}")
    metric = _build_metric(args)
    scorer = BatchScorer(metric, read_units(args.units) if args.units else None)
    result = _score(args, scorer)
    for notice in metric.notices(result.counts.units):
        logger.warning(notice)
    logger.debug("Signature: %s", as_text(result.signature))
    print(describe_means(result.counts.means))
    print(
        f"{result.counts.summaries} summaries, {result.counts.units.total()} pairs in {len(result.parts)} batches, "
        f"{result.found} of them from an earlier run"
    )


def _build_metric(args: argparse.Namespace) -> LitePyramid:
    if not args.extractor:
        return METRICS[args.metric](judge=args.judge)
    if args.metric != Lite3Pyramid.name:
        raise ValueError(f"--extractor: {args.metric} takes SCUs; give --metric {Lite3Pyramid.name}")
    if args.units:
        raise ValueError("--extractor takes units from references, --units from a file; give one of them")
    return Lite3Pyramid(judge=args.judge, extractor=args.extractor)


def _score(args: argparse.Namespace, scorer: BatchScorer) -> CorpusRun:
    settings = read_description(args.engine, "--engine")
    engine = settings.pop("type", LOCAL)
    if engine not in (LOCAL, RAY):
        raise ValueError(explain_unknown_name("--engine: the type", engine, (LOCAL, RAY)))
    check_apart(args.output, args.INPUTS)
    sources = list_sources(args.INPUTS, SUFFIXES)
    if engine == RAY:
        workers = construct(RaySettings, settings, "--engine ray")
        return score_with_ray(scorer, sources, args.output, args.batch_size, workers)
    if is_url(args.output):
        raise ValueError(f"--output: {args.output} is a URL, which --engine ray alone writes to; give a path")
    return score_locally(scorer, sources, Path(args.output), args.batch_size)
