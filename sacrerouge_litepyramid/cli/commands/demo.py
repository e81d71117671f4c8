"""`demo`: scores the sample with both metrics and correlates them with its human labels."""

import argparse
import shlex
import shutil
import tempfile
from pathlib import Path

import numpy as np
from sacrerouge.commands import RootSubcommand
from sacrerouge.commands.correlate import load_metrics, merge_metrics
from sacrerouge.commands.score import save_score_results, score_instances
from sacrerouge.data import Metrics
from sacrerouge.stats import convert_to_matrices, summary_level_corr, system_level_corr
from scipy.stats import pearsonr, spearmanr

from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid, Lite3Pyramid, LitePyramid
from sacrerouge_litepyramid.plugin.readers import UnitsBasedDatasetReader

SAMPLE = Path(__file__).parents[2] / "sample"
HUMAN = "litepyramid_recall"
SCORES = {"lite2pyramid_p2c": (Lite2Pyramid, "scus.jsonl"), "lite3pyramid_p2c": (Lite3Pyramid, "stus.jsonl")}
LIMIT = """
The system `confused` has the words right and the facts wrong: the embedded model, which sees words, overrates it. An
NLI model does not have to (docs/presence.md). The sample is made up: how far a metric agrees with people is measured
on REALSumm (README.md)."""
KEPT = """
The files are in {0}. Each score opens down to its units in a page for the browser:
sacrerouge-litepyramid report --data {0} --scores {0}/lite2pyramid.jsonl --evidence {0}/lite2pyramid.evidence.jsonl \
  --output-file report.html"""
NOT_KEPT = "\n`sacrerouge-litepyramid demo --output-dir demo` keeps the files, for a look into them."


@RootSubcommand.register("demo")
class DemoSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Score the sample that comes with the plugin and correlate the scores with its labels"
        self.parser = parser.add_parser("demo", description=description, help=description)
        self.parser.add_argument("--output-dir", type=str, help="Keep the sample, the scores and the evidence here")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        if args.output_dir:
            run_demo(Path(args.output_dir))
            print(KEPT.format(shlex.quote(args.output_dir)))
        else:
            with tempfile.TemporaryDirectory() as folder:
                run_demo(Path(folder))
            print(NOT_KEPT)


def run_demo(folder: Path) -> None:
    """Scores a copy of the sample in ``folder`` and prints systems and correlations."""
    shutil.copytree(SAMPLE, folder, dirs_exist_ok=True)
    metrics = load_metrics([str(folder / "metrics.jsonl")])
    for metric_class, units in SCORES.values():
        metrics.extend(_score(metric_class, folder, units))
    merged = merge_metrics(metrics)
    for item in merged:
        item.flatten_keys()
    _print_systems(merged)
    _print_correlations(merged)
    print(LIMIT)


def _score(metric_class: type[LitePyramid], folder: Path, units: str) -> list[Metrics]:
    instances = UnitsBasedDatasetReader().read(str(folder / "summaries.jsonl"), str(folder / units))
    metric = metric_class(units_output=str(folder / f"{metric_class.name}.evidence.jsonl"))
    results = score_instances(instances, [metric], disable_peer_jackknifing=True)
    save_score_results(results, str(folder / f"{metric_class.name}.jsonl"), True)
    return [item for by_system in results.values() for item in by_system.values()]


def _print_systems(metrics: list[Metrics]) -> None:
    names = [HUMAN, *SCORES]
    matrices = convert_to_matrices(metrics, *names)
    systems = sorted({item.summarizer_id for item in metrics})
    print(f"Sample: {matrices[0].shape[1]} documents, {len(systems)} systems; embedded lexical model, no download\n")
    print(f"{'system':<14}" + "".join(f"{name:>20}" for name in names))
    order = np.argsort(-np.nanmean(matrices[0], axis=1))
    for index in order:
        print(f"{systems[index]:<14}" + "".join(f"{np.nanmean(matrix[index]):>20.3f}" for matrix in matrices))


def _print_correlations(metrics: list[Metrics]) -> None:
    """Correlations with the labels; SacreROUGE's rule: a document where either side is constant is left out."""
    title = "agreement with the sample's labels"
    print(f"\n{title:<36}{'r':>8}{'rho':>8}")
    human, *scores = convert_to_matrices(metrics, HUMAN, *SCORES)
    for name, matrix in zip(SCORES, scores, strict=True):
        r, rho = (system_level_corr(function, matrix, human) for function in (pearsonr, spearmanr))
        print(f"{name + ', system level':<36}{r:>8.3f}{rho:>8.3f}   {matrix.shape[0]} systems")
        (r, documents), (rho, _) = (
            summary_level_corr(function, matrix, human, return_num_instances=True) for function in (pearsonr, spearmanr)
        )
        print(f"{name + ', summary level':<36}{r:>8.3f}{rho:>8.3f}   mean over {documents} documents")
