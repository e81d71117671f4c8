"""The table of commands: for each, its line of help, its Python function, an example, and settings for the binder.

To add a command, write a function and add an entry here. Printing --help imports none of the functions.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A command: its line of help, its "module:function" in the package, and an example without the command's name.

    ``settings``: further arguments of `binder.Command`. A group of commands has only a line of help.
    """

    line: str
    function: str = ""
    example: str = ""
    settings: Mapping[str, Any] = {}


#: by heading and name
COMMANDS: dict[str, dict[str, Entry]] = {
    "getting started": {
        "demo": Entry(
            "Score the sample that comes with the plugin and correlate the scores with its labels",
            "demo:run_demo",
            "--output-dir demo",
        ),
        "evaluate-table": Entry(
            "Rank the systems of a table of outputs and references, with intervals, and write a report",
            "api:evaluate_table",
            "outputs.csv --output-dir out/mine",
            {"python_only": ("measure",), "cache": "units.sqlite", "has_details": True},
        ),
        "doctor": Entry(
            "Check the installation and list what is missing",
            "cli.installation:print_report",
        ),
    },
    "data and units": {
        "setup-dataset": Entry(
            "Convert a released data set to this package's formats (the data sets are listed below)"
        ),
        "import-table": Entry(
            "Import summaries from CSV, TSV, Excel, Parquet, JSON or a saved Hugging Face data set",
            "io.table_files:import_table",
            "judged.csv --output-dir data/table --columns instance_id=article",
        ),
        "extract-units": Entry(
            "Extract units from references: clauses by default, or STUs, sentences, or a language model's facts",
            "extraction.unit_files:write_extracted_units",
            "--references summaries.jsonl --output stus.jsonl",
            {"cache": "units.sqlite"},
        ),
        "mix-units": Entry(
            "Mix SCUs and STUs: use STUs for the easiest sentences of the data set, SCUs for the others",
            "training.mixing:mix_units",
            "data/mine --percentage 50 --output units.jsonl",
            {"python_only": ("rule",)},
        ),
    },
    "scores": {
        "score-corpus": Entry(
            "Score a corpus of any size, reading JSON Lines or Parquet as a stream",
            "scale.score_corpus:score_corpus",
            "corpus.parquet --output scores.parquet --metrics lite3pyramid",
        ),
        "report": Entry(
            "Write scores, evidence by unit and labels to one HTML file that works offline",
            "reporting:write_report",
            "out/mine",
            {"python_only": ("title",)},
        ),
        "explain": Entry(
            "Explain a summary's score: its units, the matching words, and the features that the judge uses",
            "report.explain:explain",
            "out/mine harbour-fire terse",
            {"positional": ("document", "system")},
        ),
        "export-table": Entry(
            "Export scores (one row per summary), evidence (one per unit), or means as Markdown or LaTeX for a paper",
            "evaluation.exports:export_table",
            "out/mine --output scores.csv",
        ),
    },
    "verdicts": {
        "compare": Entry(
            "Compare systems, or metrics: differences with intervals, and tests corrected for multiple comparisons",
            "cli.functions:compare_systems_or_metrics",
            "out/mine --systems copy-key paraphrase",
            {"positional": ("new",), "has_details": True},
        ),
        "agreement": Entry(
            "Measure how well metrics agree with human scores, and judges with labels, on a data set",
            "evaluation.comparisons:agreement",
            "out/mine --output agreement.json",
            {"python_only": ("levels",), "has_details": True},
        ),
        "estimate": Entry(
            "Estimate unbiased system scores, with intervals, from a judge and a few human labels",
            "annotation.sampling.estimation:estimate",
            "demo",
            {"python_only": ("plan", "measure", "seed"), "has_details": True},
        ),
    },
    "annotation": {
        "write-scus": Entry(
            "Write SCUs for the hardest sentences of the references in a worksheet, with STUs for the others",
            "annotation.scu_worksheet:write_scus",
            "data/mine --percentage 50 --output-dir annotated",
        ),
        "plan-labels": Entry(
            "Choose which units of which summaries to label within a budget, and project the error",
            "annotation.sampling.planning:plan_labels",
            "out/mine --budget 200",
            {"python_only": ("measure", "seed"), "writes": "plan.jsonl"},
        ),
        "make-label-form": Entry(
            "Make forms in which annotators mark the units that each summary states; system names are hidden",
            "annotation.label_forms:make_label_forms",
            "data/mine --annotators ann bob cem",
        ),
        "import-labels": Entry(
            "Convert annotators' votes to labels and human scores, and measure their agreement",
            "annotation.label_import:import_labels",
            "data/mine --forms votes-ann.json votes-bob.json votes-cem.json --output-dir gold",
        ),
    },
    "training and research": {
        "train": Entry("Train a judge, the easiness regressor or a coherence model (listed by train --help)"),
        "experiment": Entry(
            "Run a paper's experiment, such as reproduce or cross-validate (listed by experiment --help)"
        ),
    },
}
#: commands by group and name
GROUPS: dict[str, dict[str, Entry]] = {
    "train": {
        "judge": Entry(
            "Fit the lexical or the embedding judge to annotators' labels, human scores or another judge's evidence",
            "experiments.judge_training:train_judge",
            "data/realsumm --output weights.json",
        ),
        "regressor": Entry(
            "Fit the easiness regressor of Lite2.xPyramid to SCUs and STUs of the same references",
            "training.regressor:train_regressor",
            "data/realsumm --folds data/realsumm/folds.json --output regressor.json",
        ),
        "nli": Entry(
            "Finetune an NLI model to annotators' labels",
            "training.train:train_nli",
            "data/realsumm --folds data/realsumm/folds.json --fold 5 "
            "--model ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli --output-dir models/realsumm-fold5",
        ),
        "coherence": Entry(
            "Fit the logistic next-sentence model of ffci-coherence to documents",
            "training.train:train_coherence",
            "--documents summaries.jsonl --output logistic.json",
        ),
        "coherence-model": Entry(
            "Finetune a next-sentence classifier for ffci-coherence to documents",
            "training.train:train_coherence_model",
            "--documents summaries.jsonl --model google-bert/bert-base-uncased --output-dir models/bert-next-sentence",
        ),
    },
    "experiment": {
        "reproduce": Entry(
            "Recompute published numbers; the exit status is 1 if any is outside its tolerance",
            "experiments.reproduce.targets:reproduce",
            "ffci --source ffci-data.tar.gz",
        ),
        "realsumm": Entry(
            "Run REALSumm's experiments: how metrics agree with human scores, as JSON, tables and figures",
            "experiments.realsumm_report:run_experiments",
            "data/realsumm-scores --metrics rouge_1_recall rouge_2_recall --output-dir out/analysis",
            {"python_only": ("seed",)},
        ),
        "curve": Entry(
            "Measure how Lite2.xPyramid agrees with human scores for x = 0, 10, … 100: JSON, tables, figures",
            "experiments.curve_report:measure_curve",
            "data/realsumm --folds data/realsumm/folds.json --output-dir out/curve",
        ),
        "transfer": Entry(
            "Train a judge on some data sets, and test it on others",
            "experiments.cross_validation:transfer",
            "--train data/realsumm --test data/pyrxsum --output out/transfer.json",
            {"python_only": ("measure", "seed")},
        ),
        "cross-validate": Entry(
            "Cross-validate: agreement with human scores of metrics, and of judges fitted to the other folds",
            "experiments.cross_validation:cross_validate",
            "data/realsumm --judge lexical --output out/folds.json",
            {"python_only": ("measure", "constant"), "positional": ("folder",)},
        ),
        "benchmark": Entry(
            "Compare judges with sentinels and published figures on public data sets with human labels",
            "experiments.benchmark:run_benchmark",
            "pyrxsum --data-dir data --judge lexical --output-dir out/benchmark",
            {"positional": ("names",)},
        ),
        "contrast-test": Entry(
            "Make units and summaries false by small edits, and test whether a judge notices",
            "experiments.contrast_test:run_contrast_test",
            "data/pyrxsum --judge lexical",
            {"python_only": ("measure",)},
        ),
        "summarize": Entry(
            "Write extractive summaries, with a reference-free metric as the reward",
            "experiments.summarizers.run:summarize",
            "--documents documents.jsonl --output extracts.jsonl --max-tokens 100",
        ),
    },
}
