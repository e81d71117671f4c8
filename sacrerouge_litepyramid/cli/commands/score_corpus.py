"""`score-corpus`: scores a corpus that is too large for memory; a stopped run is resumed."""

import argparse
import logging
from pathlib import Path

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.scoring_arguments import describe_means
from sacrerouge_litepyramid.io.corpus import SUFFIXES
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.sources import check_apart, is_url, list_sources
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid, Lite2xPyramid, Lite3Pyramid, LitePyramid
from sacrerouge_litepyramid.scale.batches import BatchScorer
from sacrerouge_litepyramid.scale.local import score_locally
from sacrerouge_litepyramid.scale.ray_data import RaySettings, score_with_ray
from sacrerouge_litepyramid.scale.runs import CorpusRun
from sacrerouge_litepyramid.signature import as_text

logger = logging.getLogger(__name__)

METRICS: dict[str, type[LitePyramid]] = {metric.name: metric for metric in (Lite2Pyramid, Lite2xPyramid, Lite3Pyramid)}
GROUP = "scores"
HELP = "Score a corpus of any size as a stream of JSON Lines or Parquet"
EXAMPLE = r"""sacrerouge-litepyramid score-corpus --input-files corpus.parquet \
    --output-file scores.parquet --metric lite3pyramid"""
LOCAL = "local"
RAY = "ray"
#: the options of the workers, which the engine ray alone has
RAY_OPTIONS = ("concurrency", "num_cpus", "num_gpus", "address")


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input(
        "--input-files",
        nargs="+",
        required=True,
        help="Summaries with their units: files (.jsonl or .parquet), folders, globs, or URLs such as s3://…",
    )
    parser.add_input("--units-file", help="Units by instance, for summaries without units; kept in memory")
    parser.add_output(
        "--output-file",
        beside=(SUFFIX, ".parts/"),
        required=True,
        help="Where to write the scores, .jsonl or .parquet; with --engine ray a folder of Parquet files, or a URL",
    )
    add("--metric", choices=METRICS, default="lite2pyramid", help="The metric (default: %(default)s)")
    parser.add_component("--judge", default="lexical", help="Name or JSON of the judge (default: %(default)s)")
    parser.add_component(
        "--extractor", help="Name or JSON of the extractor that takes the units from each summary's references"
    )
    add(
        "--batch-size",
        type=int,
        default=1000,
        help="Summaries that are scored and saved together (default: %(default)s)",
    )
    add("--engine", choices=(LOCAL, RAY), default=LOCAL, help="This process, or Ray's workers (default: %(default)s)")
    add("--concurrency", type=int, help="Workers of --engine ray (default: as many as there is room for)")
    add("--num-cpus", type=int, help="CPUs of a worker (default: 1)")
    add("--num-gpus", type=float, help="GPUs of a worker; a fraction lets workers share one (default: 0)")
    add("--address", help="Address of a Ray cluster, auto or ray://…; by default Ray is started on this machine")


def run(args: argparse.Namespace) -> None:
    if args.batch_size < 1:
        raise ValueError(f"--batch-size must be at least 1, not {args.batch_size}")
    metric = _build_metric(args)
    scorer = BatchScorer(metric, read_units(args.units_file) if args.units_file else None)
    result = _score(args, scorer)
    for notice in metric.notices(result.counts.units):
        logger.warning(notice)
    logger.info("Signature: %s", as_text(result.signature))
    print(describe_means(result.counts.means))
    print(
        f"{result.counts.summaries} summaries, {result.counts.units.total()} pairs in {len(result.parts)} batches, "
        f"{result.found} of them from an earlier run"
    )


def _build_metric(args: argparse.Namespace) -> LitePyramid:
    if not args.extractor:
        return METRICS[args.metric](judge=args.judge)
    if args.metric != Lite3Pyramid.name:
        raise ValueError(f"--extractor: {args.metric} has units that people wrote; give --metric {Lite3Pyramid.name}")
    if args.units_file:
        raise ValueError("--extractor takes units from references, --units-file from a file; give one of them")
    return Lite3Pyramid(judge=args.judge, extractor=args.extractor)


def _score(args: argparse.Namespace, scorer: BatchScorer) -> CorpusRun:
    check_apart(args.output_file, args.input_files)
    sources = list_sources(args.input_files, SUFFIXES)
    given = {name: getattr(args, name) for name in RAY_OPTIONS if getattr(args, name) is not None}
    if args.engine == RAY:
        return score_with_ray(scorer, sources, args.output_file, args.batch_size, RaySettings(**given))
    if given:
        option = next(iter(given)).replace("_", "-")
        raise ValueError(f"--{option} is an option of --engine ray; give that too, or leave --{option} out")
    if is_url(args.output_file):
        raise ValueError(f"--output-file: {args.output_file} is a URL, which --engine ray alone writes to; give a path")
    return score_locally(scorer, sources, Path(args.output_file), args.batch_size)
