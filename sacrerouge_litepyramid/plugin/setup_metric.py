"""`setup-metric`: the models of this package's metrics, in SacreROUGE's folder of metrics.

Judges, encoders and extractors find them there by their names.
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from sacrerouge.commands import MetricSetupSubcommand

from sacrerouge_litepyramid.extraction.allennlp.models import download_archive
from sacrerouge_litepyramid.io.files import write_singly
from sacrerouge_litepyramid.io.metric_models import find_metrics_folder
from sacrerouge_litepyramid.models.encoders.pretrained import MINILM
from sacrerouge_litepyramid.models.setup import download_model

Options = Mapping[str, Mapping[str, Any]]

MINILM_OPTION: Options = {
    "minilm": {
        "action": "store_true",
        "help": "all-MiniLM-L6-v2, for the judge embedding and the encoder minilm",
    }
}
NLI_OPTIONS: Options = {
    "nli": {
        "metavar": "MODEL",
        "help": "a hub model for the judge nli, such as shiyue/roberta-large-tac08",
    },
    **MINILM_OPTION,
}
ENCODER_OPTIONS: Options = {
    "encoder": {"metavar": "MODEL", "help": "a hub model for the encoder transformers"},
    **MINILM_OPTION,
}
ALLENNLP_OPTIONS: Options = {
    "srl": {
        "action": "store_true",
        "help": "AllenNLP's semantic role labeller, for the extractor srl",
    },
    "coref": {
        "action": "store_true",
        "help": "AllenNLP's coreference, which the authors use for REALSumm",
    },
}


class SetupMetric(MetricSetupSubcommand):
    """Downloads the models of a metric that its options choose."""

    name: ClassVar[str]
    #: the options, without dashes, with what argparse needs
    options: ClassVar[Options]

    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = f"Download models of {self.name}"
        self.parser = parser.add_parser(self.name, description=description, help=description)
        for option, settings in self.options.items():
            self.parser.add_argument(f"--{option}", **settings)
        self.parser.set_defaults(subfunc=self.run)

    def run(self, args: argparse.Namespace) -> None:
        chosen = {option: getattr(args, option) for option in self.options}
        if not any(chosen.values()):
            options = ", ".join(f"--{option}" for option in self.options)
            raise ValueError(f"setup-metric {self.name}: choose what to download: {options}")
        folder = find_metrics_folder() / self.name
        # Each file appears when it is complete, so that a stopped command can continue.
        with write_singly():
            for line in _download(chosen, folder):
                print(line)
        print(f"Set up in {folder}, where judges, encoders and extractors find it by name.")


def _download(chosen: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """Download what the options choose; yield a line for each file."""
    for option in ("nli", "encoder"):
        if chosen.get(option):
            yield from download_model(chosen[option], folder)
    if chosen.get("minilm"):
        yield from download_model(MINILM.name, folder, MINILM.revision)
    for task in ALLENNLP_OPTIONS:
        if chosen.get(task):
            yield download_archive(task, folder)


@MetricSetupSubcommand.register("lite2pyramid")
class SetupLite2Pyramid(SetupMetric):
    name = "lite2pyramid"
    options = NLI_OPTIONS


@MetricSetupSubcommand.register("lite2xpyramid")
class SetupLite2xPyramid(SetupMetric):
    name = "lite2xpyramid"
    options = NLI_OPTIONS


@MetricSetupSubcommand.register("lite3pyramid")
class SetupLite3Pyramid(SetupMetric):
    name = "lite3pyramid"
    options: ClassVar[Options] = {**NLI_OPTIONS, **ALLENNLP_OPTIONS}


@MetricSetupSubcommand.register("ffci")
class SetupFfci(SetupMetric):
    name = "ffci"
    options = ENCODER_OPTIONS


@MetricSetupSubcommand.register("supert-native")
class SetupSupertNative(SetupMetric):
    name = "supert-native"
    options = ENCODER_OPTIONS
