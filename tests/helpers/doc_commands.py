"""How the documentation's commands run in the tests: what stands for what, what does not run, and
why.
"""

import argparse
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from helpers import doc_folder
from sacrerouge_litepyramid.cli import names, sacrerouge_commands
from sacrerouge_litepyramid.cli.main import build_command_parser

#: words of commands that do not run here, and why
NOT_RUN = {
    '"type": "allennlp"': "needs AllenNLP; make test-allennlp runs the extractor with archives "
    "that it trains",
    "lite3pyramid-nli-srl": "needs AllenNLP; tests/plugin/configs_test.py runs it with a stand-in",
    '"type": "endpoint"': "needs a server; tests/cli/commands/endpoint_runs_test.py runs it",
    '"type": "ray"': "starts Ray; tests/cluster/page_test.py runs it",
    **dict.fromkeys(
        (
            "setup-dataset realsumm",
            "setup-dataset pyrxsum",
            "tac2008",
            "setup-dataset summhay",
            "setup-dataset qapyramid",
            "setup-dataset ragchecker",
            "setup-dataset nuggetizer",
        ),
        "needs the released files; tests/corpora runs it on miniatures",
    ),
    "data/realsumm-scores": "needs scores of many systems; tests/cli/commands/realsumm_test.py "
    "runs it",
    "experiment reproduce": "measures published numbers in the real releases; "
    "tests/experiments/reproduce run it",
}
#: words of commands whose output is not compared, and why
NOT_COMPARED = {
    "data/realsumm": "a page shows what the release gives; here the sample stands for it",
    "data/pyrxsum": "a page shows what the release gives; here the sample stands for it",
}
#: what stands for a GPU, and makes the finetuning of a judge short
HERE = {"cuda": "cpu", '"start": {': '"settings": {"epochs": 1}, "start": {"max_length": 48, '}
#: options that a command needs here, or that make it quick on a whole data set; the demo's is small
QUICK = {
    "experiment curve": ["--resamples", "20"],
    "experiment cross-validate": ["--resamples", "20"],
    "train nli": ["--settings", '{"epochs": 1, "max_length": 48}'],
    "train coherence --model": ["--settings", '{"epochs": 1}'],
}
#: what makes a command for a cluster one for this machine
ONE_MACHINE = ["--engine", '{"type": "ray", "concurrency": 1, "num_gpus": 0}']
#: what annotators do before a command
BEFORE = {
    "write-scus demo --output-dir": doc_folder.write_scus,
    "import-labels": doc_folder.vote,
}


def is_run(words: list[str]) -> bool:
    """Return whether a command runs here."""
    return not any(part in " ".join(words) for part in NOT_RUN)


def replace_words(words: list[str]) -> list[str]:
    """Return a command's words as they run here: on a processor, and quickly."""
    quick = [
        more
        for start, more in QUICK.items()
        if "demo" not in words and set(start.split()) <= set(words)
    ]
    return [*map(_replace_word, words), *chain.from_iterable(quick)]


def is_comparable(words: list[str]) -> bool:
    """Return whether a command prints here what it prints for a reader."""
    known = not any(part in " ".join(words) for part in NOT_COMPARED)
    return known and is_run(words) and replace_words(words) == words


def prepare(words: list[str], folder: Path) -> None:
    """Do in the folder what precedes a command."""
    for start, act in BEFORE.items():
        if " ".join(words).startswith(start):
            act(folder)


def parse(words: list[str], sacrerouge: argparse.ArgumentParser) -> argparse.Namespace:
    """Return the arguments of a command line, by the parser that `main` would choose."""
    if name := names.find_command(words):
        return build_command_parser(name).parse_args(words[len(name.split()) :])
    return sacrerouge.parse_args(words)


def list_outputs(args: argparse.Namespace) -> Iterator[Path]:
    """Yield the files and folders that a command says it writes."""
    if hasattr(args, "parser"):
        outputs = args.parser.list_outputs(args)
    else:
        outputs = sacrerouge_commands.list_outputs(args, sacrerouge_commands.read_config(args))
    yield from (output.path for output in outputs)


def _replace_word(word: str) -> str:
    for there, instead in HERE.items():
        word = word.replace(there, instead)
    return word
