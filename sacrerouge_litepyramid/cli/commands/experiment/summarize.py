"""`experiment summarize`: extracts that a reference-free metric scores highest; a stopped run is resumed."""

import argparse
import time
from pathlib import Path

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.experiments.summarizers.interfaces import build_reward, build_summarizer, params_of
from sacrerouge_litepyramid.experiments.summarizers.run import (
    BASELINES,
    Job,
    compare_rewards,
    render_means,
    summarize,
    system_means,
)
from sacrerouge_litepyramid.io.documents import read_source_instances
from sacrerouge_litepyramid.io.files import write_singly
from sacrerouge_litepyramid.io.signatures import SUFFIX

HELP = "Summarise documents by their own sentences, with a reference-free metric as the reward"
EXAMPLE = r"""sacrerouge-litepyramid experiment summarize --documents documents.jsonl \
    --output extracts.jsonl --max-tokens 100"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--documents", required=True, help="Documents by instance_id; summaries.jsonl is such a file")
    parser.add_output("--output", beside=(SUFFIX, ".parts/"), required=True, help="Where to write summaries.jsonl")
    parser.add_component("--summarizer", default="genetic", help="Name or JSON (genetic, reinforce, lead, random)")
    parser.add_component(
        "--reward",
        default="supert-native",
        help="Name or JSON of a reward or metric (default: %(default)s)",
    )
    add(
        "--max-tokens",
        type=int,
        default=100,
        help="Maximum number of tokens of a summary, split at white space (default: %(default)s)",
    )
    parser.add_seed("all randomness")
    add("--system", help="The system's name in the output (summarizer_id); by default the summarizer's")


@write_singly()
def run(args: argparse.Namespace) -> None:
    job = _job(args)
    instances = read_source_instances(args.documents)
    start = time.perf_counter()
    result = summarize(job, instances, Path(args.output))
    seconds = time.perf_counter() - start
    print(render_means(system_means(result.candidates)))
    print(compare_rewards(result.candidates, job.name))
    print(f"{len(instances)} documents, {result.found} from an earlier run, in {seconds:.1f} s")


def _job(args: argparse.Namespace) -> Job:
    if args.max_tokens < 1:
        raise ValueError(f"--max-tokens must be at least 1, not {args.max_tokens}")
    summarizer = params_of(args.summarizer, "summarizer")
    name = args.system or summarizer["type"]
    if name in BASELINES and name != summarizer["type"]:
        raise ValueError(f"--system: {name!r} is that of a baseline; choose another")
    return Job(
        name=name,
        summarizer=build_summarizer(args.summarizer),
        reward=build_reward(args.reward),
        budget=args.max_tokens,
        seed=args.seed,
        identity={"summarizer": summarizer, "reward": params_of(args.reward, "reward")},
    )
