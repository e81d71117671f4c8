"""The commands: of each its line of help, its Python function, an example and what the binder should know besides.

A new command is a function and an entry here. Nothing is imported to print --help.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A command: its line of help, "module:function" in the package, and the words of an example after its name.

    ``settings``: those of `binder.Command`. A group of commands has a line alone.
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
            "From a table of outputs and references to the ranked systems, with limits, and a report",
            "api:evaluate_table",
            "outputs.csv --output-dir out/mine",
            {"python_only": ("measure",), "cache": "units.sqlite", "has_details": True},
        ),
        "doctor": Entry(
            "Check the installation and say what is missing",
            "cli.installation:print_report",
        ),
    },
    "data and units": {
        "setup-dataset": Entry("Write a released data set in this package's formats (its data sets are listed below)"),
        "import-table": Entry(
            "Read summaries from CSV, TSV, Excel, Parquet, JSON or a saved data set of Hugging Face",
            "io.table_files:import_table",
            "judged.csv --output-dir data/table --columns instance_id=article",
        ),
        "extract-units": Entry(
            "Extract units from references: clauses, or by name STUs, sentences, facts by a language model",
            "extraction.unit_files:write_extracted_units",
            "--references summaries.jsonl --output stus.jsonl",
            {"cache": "units.sqlite"},
        ),
        "mix-units": Entry(
            "Mix SCUs and STUs: STUs for the easiest sentences of the whole data set",
            "training.mixing:mix_units",
            "data/mine --percentage 50 --output units.jsonl",
            {"python_only": ("rule",)},
        ),
    },
    "scores": {
        "score": Entry(
            "Score summaries by the metrics of a config, with jackknifed scores (METRIC score: by one metric)",
            "cli.scoring:score",
            "--config configs/realsumm/lite2pyramid-lexical.json --output-jsonl out/realsumm/lite2pyramid.jsonl",
            {"logs": True},
        ),
        "evaluate": Entry(
            "Score summaries by the metrics of a config, and average over all of them (METRIC evaluate)",
            "cli.scoring:evaluate",
            "--config configs/realsumm/lite2pyramid-lexical.json --macro-output-json out/means.json "
            "--micro-output-jsonl out/scores.jsonl",
            {"logs": True},
        ),
        "score-corpus": Entry(
            "Score a corpus of any size as a stream of JSON Lines or Parquet",
            "scale.score_corpus:score_corpus",
            "corpus.parquet --output scores.parquet --metrics lite3pyramid",
        ),
        "report": Entry(
            "Scores, unit evidence and labels as one HTML file that needs no network",
            "reporting:write_report",
            "out/mine",
            {"python_only": ("title",)},
        ),
        "explain": Entry(
            "Why a summary has its score: its units, the words that match or not, and the judge's features",
            "report.explain:explain",
            "out/mine harbour-fire terse",
            {"positional": ("document", "system")},
        ),
        "export-table": Entry(
            "Write scores (by summary) or evidence (by unit) as CSV, TSV, Parquet or JSON Lines, means for a paper",
            "evaluation.exports:export_table",
            "out/mine --output scores.csv",
        ),
    },
    "verdicts": {
        "compare": Entry(
            "Which systems, or which metrics, differ: differences with intervals, tests corrected for all pairs",
            "cli.functions:compare_systems_or_metrics",
            "out/mine --systems copy-key paraphrase",
            {"positional": ("new",), "has_details": True},
        ),
        "agreement": Entry(
            "Measure the agreement of metrics with human scores, and of judges with labels, on a whole set",
            "evaluation.comparisons:agreement",
            "out/mine --output agreement.json",
            {"python_only": ("levels",), "has_details": True},
        ),
        "estimate": Entry(
            "Systems' scores from a judge of all units and labels of some: unbiased, with intervals",
            "annotation.sampling.estimation:estimate",
            "demo",
            {"python_only": ("measure", "seed"), "has_details": True},
        ),
    },
    "annotation": {
        "plan-annotation": Entry(
            "Choose the sentences that need SCUs within a budget: a form, a worksheet and a plan",
            "annotation.annotation_plan:plan_annotation",
            "--references summaries.jsonl --minutes 480 --pace 20 --output-dir plan",
            {"python_only": ("curves",)},
        ),
        "import-annotation": Entry(
            "Check the SCUs of annotators for a plan, and write units.jsonl with them and with STUs elsewhere",
            "annotation.annotation_import:import_annotation",
            "--plan plan/plan.json --references summaries.jsonl "
            "--forms units-ann.json units-bob.json --output-dir annotated",
        ),
        "plan-labels": Entry(
            "Choose which units of which summaries to label within a budget, and project the error",
            "annotation.sampling.planning:plan_labels",
            "out/mine --compare copy-key paraphrase --width 0.3",
            {"python_only": ("measure",), "in_folder": {"output": "plan.jsonl"}},
        ),
        "make-label-form": Entry(
            "Make forms in which annotators mark the units that a summary states, without seeing systems",
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
        "train": Entry("Train a judge, the easiness regressor or a coherence model (train --help lists them)"),
        "experiment": Entry(
            "Run a paper's experiment, such as reproduce or cross-validate (experiment --help lists them)"
        ),
    },
}
#: the commands of each group
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
            "Recompute published numbers; the exit status is 1 if one is outside its tolerance",
            "experiments.reproduce.targets:reproduce",
            "ffci --source ffci-data.tar.gz",
        ),
        "realsumm": Entry(
            "REALSumm's experiments: metrics' agreement with human scores as JSON, tables and figures",
            "experiments.realsumm_report:run_experiments",
            "data/realsumm-scores --metrics rouge_1_recall rouge_2_recall --output-dir out/analysis",
            {"python_only": ("seed",)},
        ),
        "curve": Entry(
            "Lite2.xPyramid's agreement with human scores for x = 0, 10, … 100: JSON, tables and figures",
            "experiments.curve_report:measure_curve",
            "data/realsumm --folds data/realsumm/folds.json --output-dir out/curve",
        ),
        "transfer": Entry(
            "Train a judge on some data sets and test it on the whole of others",
            "experiments.cross_validation:transfer",
            "--train data/realsumm --test data/pyrxsum --output out/transfer.json",
            {"python_only": ("measure", "seed", "constant")},
        ),
        "cross-validate": Entry(
            "Agreement with human scores over folds, of metrics and of judges fitted to the other folds",
            "experiments.cross_validation:cross_validate",
            "data/realsumm --judge lexical --output out/folds.json",
            {"python_only": ("measure", "constant"), "positional": ("folder",)},
        ),
        "benchmark": Entry(
            "Judges on public data sets with people's labels, beside sentinels and published figures, with intervals",
            "experiments.benchmark:run_benchmark",
            "pyrxsum --data-dir data --judge lexical --output-dir out/benchmark",
            {"positional": ("names",)},
        ),
        "search-layers": Entry(
            "Find the layer of a model whose BERTScore agrees best with human scores, by dimension of FFCI",
            "experiments.layer_search:find_best_layers",
            "data/ffci/cnndm-pg data/ffci/xsum-pg "
            """--encoder '{"type": "transformers", "model": "roberta-base"}' --output out/layers.json""",
            {"cache": "layers.sqlite"},
        ),
        "extraction": Entry(
            "Compare an extractor's units with released STUs",
            "experiments.extraction:compare_extraction",
            "--references data/pyrxsum/released/references.txt --stus data/pyrxsum/released/STUs.txt",
        ),
        "simulate-labels": Entry(
            "Simulate annotation budgets on a data set with all labels: error and coverage by design",
            "experiments.simulation:simulate_labels",
            "data/pyrxsum --judge lexical --budget 47 94 188 --output simulated.json",
            {"python_only": ("measure",)},
        ),
        "effort": Entry(
            "Compare the error of metrics, of annotators and of both together at equal annotation time",
            "experiments.effort_report:measure_effort",
            "data/realsumm --folds data/realsumm/folds.json --output-dir out/effort",
            {"python_only": ("measure",)},
        ),
        "contrast-test": Entry(
            "Edit units and summaries into falsehoods, and see whether a judge notices",
            "experiments.contrast_test:run_contrast_test",
            "data/pyrxsum --judge lexical",
            {"python_only": ("measure",)},
        ),
        "summarize": Entry(
            "Summarise documents by their own sentences, with a reference-free metric as the reward",
            "experiments.summarizers.run:summarize",
            "--documents documents.jsonl --output extracts.jsonl --max-tokens 100",
        ),
    },
}
