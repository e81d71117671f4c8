"""`experiment summarize`: extracts that a reference-free metric scores highest; a stopped run is resumed."""

import argparse
import time
from pathlib import Path

from sacrerouge_litepyramid.cli.parser import CommandParser, check_minimum
from sacrerouge_litepyramid.experiments.summarizers.run import Extraction, compare_rewards, render_means
from sacrerouge_litepyramid.io.documents import read_source_instances
from sacrerouge_litepyramid.io.files import write_singly
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.store import PARTS

EXAMPLE = r"""sacrerouge-litepyramid experiment summarize --documents documents.jsonl \
    --output extracts.jsonl --max-tokens 100"""


def add_arguments(parser: CommandParser) -> None:
    parser.add_input("--documents", required=True, help="Documents by instance_id; summaries.jsonl is such a file")
    parser.add_output("--output", beside=(SUFFIX, PARTS), required=True, help="Where to write summaries.jsonl")
    parser.add_component("--summarizer", default="genetic", help="Name or JSON (genetic, reinforce, lead, random)")
    parser.add_component("--reward", default="supert-native", help="Name or JSON of a metric (default: %(default)s)")
    tokens = "Maximum number of tokens of a summary, split at white space (default: %(default)s)"
    parser.add_argument("--max-tokens", type=int, default=100, help=tokens)
    parser.add_seed("all randomness")
    parser.add_argument("--system", help="The system's name in the output; by default the summarizer's type")


@write_singly()
def run(args: argparse.Namespace) -> None:
    check_minimum(args, max_tokens=1)
    extraction = Extraction(args.summarizer, args.reward, args.max_tokens, args.seed, args.system)
    instances = read_source_instances(args.documents)
    start = time.perf_counter()
    extracts, found = extraction.run(instances, Path(args.output))
    seconds = time.perf_counter() - start
    print(render_means(instances, extracts))
    print(compare_rewards(extracts))
    print(f"{len(instances)} documents, {found} from an earlier run, in {seconds:.1f} s")
