"""`summarize`: the extracts that a reference-free metric likes best; a run that was stopped goes on where it was."""

import argparse
import time
from pathlib import Path

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid import signature
from sacrerouge_litepyramid.formats.documents import read_source_instances
from sacrerouge_litepyramid.storage.files import check_writable
from sacrerouge_litepyramid.summarizers.build import build_reward, build_summarizer, params_of
from sacrerouge_litepyramid.summarizers.report import NO_ROUGE, as_table, comparison, has_rouge, system_means
from sacrerouge_litepyramid.summarizers.run import BASELINES, Job, summarize


@RootSubcommand.register("summarize")
class SummarizeSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Summarise documents by sentences of theirs, with a reference-free metric as the reward"
        self.parser = parser.add_parser("summarize", description=description, help=description)
        add = self.parser.add_argument
        add("--input-file", type=str, required=True, help="Documents by instance; summaries.jsonl is such a file")
        add("--output-file", type=str, required=True, help="Where to write summaries.jsonl")
        add("--summarizer", type=str, default="genetic", help="Name or JSON (genetic, reinforce, lead, random)")
        add(
            "--reward",
            type=str,
            default="supert-native",
            help="Name or JSON of a reward or metric (default: %(default)s)",
        )
        add(
            "--max-tokens",
            type=int,
            default=100,
            help="Most tokens of a summary, by white space (default: %(default)s)",
        )
        add("--seed", type=int, default=0, help="Seed of all randomness (default: %(default)s)")
        add("--summarizer-id", type=str, help="What the output calls the summarizer; default its name")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        check_writable(args.output_file)
        job = _job(args)
        instances = read_source_instances(args.input_file)
        start = time.perf_counter()
        result = summarize(job, instances, Path(args.output_file))
        seconds = time.perf_counter() - start
        job.reward.announce()
        signature.announce({"metric": "summarize", **job.signature()})
        signature.keep(args.output_file)
        print(as_table(system_means(result.candidates)))
        if not has_rouge():
            print(NO_ROUGE)
        print(comparison(result.candidates, job.name))
        print(f"{len(instances)} instances, {result.found} of them from an earlier run, in {seconds:.1f} s")


def _job(args: argparse.Namespace) -> Job:
    if args.max_tokens < 1:
        raise ValueError(f"max_tokens must be at least 1, not {args.max_tokens}")
    summarizer = params_of(args.summarizer, "summarizer")
    name = args.summarizer_id or summarizer["type"]
    if name in BASELINES and name != summarizer["type"]:
        raise ValueError(f"summarizer_id {name!r} is that of a baseline; choose another")
    return Job(
        name=name,
        summarizer=build_summarizer(args.summarizer),
        reward=build_reward(args.reward),
        budget=args.max_tokens,
        seed=args.seed,
        identity={"summarizer": summarizer, "reward": params_of(args.reward, "reward")},
    )
