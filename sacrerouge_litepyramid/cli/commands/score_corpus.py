"""`score-corpus`: scores a corpus that is too large for memory; a stopped run is resumed."""

import argparse
import logging
from pathlib import Path

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.scoring_arguments import describe_means
from sacrerouge_litepyramid.formats.corpus import stream_corpus
from sacrerouge_litepyramid.formats.units import read_units
from sacrerouge_litepyramid.metrics.corpus import score_corpus
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid, Lite2xPyramid, Lite3Pyramid, LitePyramid
from sacrerouge_litepyramid.signature import SUFFIX, as_text

logger = logging.getLogger(__name__)

METRICS: dict[str, type[LitePyramid]] = {metric.name: metric for metric in (Lite2Pyramid, Lite2xPyramid, Lite3Pyramid)}
EXAMPLE = r"""sacrerouge-litepyramid score-corpus --input-file corpus.parquet \
    --output-file scores.parquet --metric lite3pyramid"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--input-file", required=True, help="Summaries with their units, .jsonl or .parquet")
    parser.add_input("--units-file", help="Units by instance, for summaries without units; kept in memory")
    parser.add_output(
        "--output-file",
        beside=(SUFFIX, ".parts/"),
        required=True,
        help="Where to write the scores, .jsonl or .parquet",
    )
    add("--metric", choices=METRICS, default="lite2pyramid", help="The metric (default: %(default)s)")
    parser.add_component(
        "--presence", default="lexical", help="Name or JSON of the presence model (default: %(default)s)"
    )
    add(
        "--block-size",
        type=int,
        default=1000,
        help="Summaries that are scored and saved together (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> None:
    metric: LitePyramid = METRICS[args.metric](presence=args.presence)
    units = read_units(args.units_file) if args.units_file else None
    items = stream_corpus(args.input_file, units)
    result = score_corpus(metric, items, Path(args.output_file), args.block_size)
    for notice in metric.notices(result.units):
        logger.warning(notice)
    logger.info("Signature: %s", as_text(result.signature))
    print(describe_means(result.means))
    print(
        f"{result.summaries} summaries, {sum(result.units.values())} pairs in {result.blocks} blocks, "
        f"{result.found} of them from an earlier run"
    )
