"""The table of commands: lines of help, Python functions, examples, and settings for the binder.

To add a command, write a function and add an entry here. Printing --help imports none of the
functions.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A command or a group of commands, which has only a line of help."""

    line: str
    #: "module:function" in the package
    function: str = ""
    #: the words after the command's name in an example
    example: str = ""
    #: further arguments of `binder.Command`
    settings: Mapping[str, Any] = {}


#: by heading and name
COMMANDS: dict[str, dict[str, Entry]] = {
    "getting started": {
        "demo": Entry(
            "Score the sample that comes with the plugin, and correlate",
            "verdict.demo:run_demo",
            "--output-dir demo",
        ),
        "evaluate-table": Entry(
            "Rank the systems of a table of outputs, and write a report",
            "verdict.evaluation:evaluate_table",
            "outputs.csv --output-dir out/mine",
            {"cache": "units.sqlite", "has_details": True},
        ),
        "doctor": Entry(
            "List what is installed and what is missing", "cli.installation:print_report"
        ),
    },
    "data and units": {
        "setup-dataset": Entry("Convert a released data set; without a name: list them"),
        "import-table": Entry(
            "Import summaries from CSV, TSV, Excel, Parquet or JSON",
            "verdict.tables.table_import:import_table",
            "judged.csv --output-dir data/table --columns instance_id=article",
        ),
        "extract-units": Entry(
            "Extract units from references: clauses, STUs, facts",
            "extraction.unit_files:write_extracted_units",
            "--references summaries.jsonl --output units.jsonl",
            {"cache": "units.sqlite"},
        ),
        "mix-units": Entry(
            "Use STUs for the easiest sentences, SCUs for the others",
            "training.mixing:mix_units",
            "data/mine --percentage 50 --output units.jsonl",
        ),
    },
    "scores": {
        "score-corpus": Entry(
            "Score a corpus of any size as a stream",
            "scale.score_corpus:score_corpus",
            "corpus.parquet --output scores.parquet --metrics lite3pyramid",
        ),
        "report": Entry(
            "Write scores, evidence and labels to one HTML file",
            "verdict.report.write:write_report",
            "out/mine",
        ),
        "explain": Entry(
            "Explain a summary's score by its units and matching words",
            "verdict.report.explain:explain",
            "out/mine harbour-fire terse",
            {"positional": ("document", "system")},
        ),
    },
    "verdicts": {
        "compare": Entry(
            "Compare systems, or metrics, with intervals and tests",
            "cli.functions:compare_systems_or_metrics",
            "out/mine --systems copy-key paraphrase",
            {"positional": ("new",), "has_details": True},
        ),
        "agreement": Entry(
            "Measure how metrics agree with human scores",
            "verdict.comparison.comparisons:agreement",
            "out/mine --output agreement.json",
            {"has_details": True},
        ),
        "estimate": Entry(
            "Estimate systems' human scores from a few labels",
            "verdict.labels.sampling.estimation:estimate",
            "demo",
            {"has_details": True},
        ),
    },
    "annotation": {
        "write-scus": Entry(
            "Write SCUs of the hardest sentences in a worksheet",
            "training.scu_worksheet:write_scus",
            "data/mine --percentage 50 --output-dir annotated",
        ),
        "plan-labels": Entry(
            "Choose the units to label within a budget",
            "verdict.labels.sampling.planning:plan_labels",
            "out/mine --budget 200",
            {"writes": "plan.jsonl"},
        ),
        "make-label-form": Entry(
            "Make forms in which annotators mark the stated units",
            "verdict.labels.label_forms:make_label_forms",
            "data/mine --annotators ann bob cem",
        ),
        "import-labels": Entry(
            "Convert annotators' votes to labels and human scores",
            "verdict.labels.label_import:import_labels",
            "data/mine --forms votes-ann.json votes-bob.json votes-cem.json --output-dir gold",
        ),
    },
    "training and research": {
        "train": Entry("Train a judge, a regressor or a coherence model"),
        "experiment": Entry("Run a paper's experiment, such as reproduce"),
    },
}
#: commands by group and name
GROUPS: dict[str, dict[str, Entry]] = {
    "train": {
        "judge": Entry(
            "Fit the lexical or the embedding judge to labels or scores",
            "experiments.judge_training:train_judge",
            "data/realsumm --output weights.json",
        ),
        "regressor": Entry(
            "Fit the easiness regressor of Lite2.xPyramid",
            "training.regressor:train_regressor",
            "data/realsumm --folds data/realsumm/folds.json --output regressor.json",
        ),
        "nli": Entry(
            "Finetune an NLI model to annotators' labels",
            "training.train:train_nli",
            "data/realsumm --folds data/realsumm/folds.json --fold 5 "
            "--model ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli --output-dir "
            "models/realsumm-fold5",
        ),
        "coherence": Entry(
            "Fit or finetune a next-sentence model for ffci-coherence",
            "training.train:train_coherence",
            "--documents summaries.jsonl --output logistic.json",
        ),
    },
    "experiment": {
        "reproduce": Entry(
            "Recompute published numbers; status 1 if one is outside its tolerance",
            "experiments.reproduce.targets:reproduce",
            "ffci --source ffci-data.tar.gz",
        ),
        "realsumm": Entry(
            "Run REALSumm's experiments: how metrics agree with human scores",
            "experiments.realsumm_report:run_experiments",
            "data/realsumm-scores --metrics rouge_1_recall rouge_2_recall "
            "--output-dir out/analysis",
        ),
        "curve": Entry(
            "Measure how Lite2.xPyramid agrees with human scores for x = 0, 10, … 100",
            "experiments.curve_report:measure_curve",
            "data/realsumm --folds data/realsumm/folds.json --output-dir out/curve",
        ),
        "transfer": Entry(
            "Train a judge on some data sets, and test it on another",
            "experiments.cross_validation:transfer",
            "--train data/realsumm --test data/pyrxsum --output out/transfer.json",
            {"also": ("constant",)},
        ),
        "cross-validate": Entry(
            "Cross-validate the agreement of metrics and judges with human scores",
            "experiments.cross_validation:cross_validate",
            "data/realsumm --judge lexical --output out/folds.json",
            {"positional": ("folder",), "also": ("constant",)},
        ),
        "benchmark": Entry(
            "Compare judges with sentinels and published figures on public data sets",
            "experiments.benchmark:run_benchmark",
            "pyrxsum --data-dir data --judge lexical --output-dir out/benchmark",
            {"positional": ("names",), "python_only": ("resamples",)},
        ),
        "contrast-test": Entry(
            "Make units and summaries false, and test whether a judge notices",
            "experiments.contrast_test:run_contrast_test",
            "data/pyrxsum --judge lexical",
        ),
        "summarize": Entry(
            "Write extractive summaries, with a reference-free metric as the reward",
            "experiments.summarizers.run:summarize",
            "--documents documents.jsonl --output extracts.jsonl --max-tokens 100",
            {"also": ("seed",)},
        ),
    },
}
