"""All names that may begin a command line, with the lines of --help, so that nothing is imported to print it.

A new command, metric, reader or data set has a line here; a test compares the names with those that are registered.
"""

#: by heading and command
COMMANDS = {
    "to begin with": {
        "demo": "Score the sample that comes with the plugin and correlate the scores with its labels",
        "evaluate-table": "From a table of outputs and references to the ranked systems, with limits, and a report",
        "doctor": "Check the installation and say what is missing",
    },
    "data and units": {
        "setup-dataset": "Write a released data set in this package's formats (its data sets are listed below)",
        "import-table": "Read summaries from CSV, TSV, Excel, Parquet, JSON or a saved data set of Hugging Face",
        "extract-units": (
            "Extract units from references: clauses, or by name STUs, sentences, facts by a language model"
        ),
        "mix-units": "Mix SCUs and STUs: STUs for the easiest sentences of the whole data set",
    },
    "scores": {
        "score": "Score summaries by the metrics of a config, with jackknifed scores (METRIC score: by one metric)",
        "evaluate": "Score summaries by the metrics of a config, and average over all of them (METRIC evaluate)",
        "score-corpus": "Score a corpus of any size as a stream of JSON Lines or Parquet",
        "report": "Scores, unit evidence and labels as one HTML file that needs no network",
        "explain": "Why a summary has its score: its units, the words that match or not, and what the judge goes by",
        "export-table": "Write scores (by summary) or evidence (by unit) as CSV, TSV, Parquet or JSON Lines",
    },
    "verdicts": {
        "compare": "Which systems, or which metrics, differ: differences with intervals, tests corrected for all pairs",
        "agreement": "Measure the agreement of metrics with human scores, and of judges with labels, on a whole set",
        "estimate": "Systems' scores from a judge of all units and labels of some: unbiased, with intervals",
    },
    "annotation": {
        "plan-annotation": "Choose the sentences that need SCUs within a budget: a form, a worksheet and a plan",
        "import-annotation": (
            "Check the SCUs of annotators for a plan, and write units.jsonl with them and with STUs elsewhere"
        ),
        "plan-labels": "Choose which units of which summaries to label within a budget, and project the error",
        "make-label-form": (
            "Make forms in which annotators mark the units that a summary states, without seeing systems"
        ),
        "import-labels": "Convert annotators' votes to labels and human scores, and measure their agreement",
    },
    "training and research": {
        "train": "Train a judge, the easiness regressor or a coherence model (train --help lists them)",
        "experiment": "Run a paper's experiment, such as reproduce or cross-validate (experiment --help lists them)",
    },
}
#: the commands of each group
GROUPS = {
    "train": {
        "judge": (
            "Fit the lexical or the embedding judge to annotators' labels, human scores or another judge's evidence"
        ),
        "regressor": "Fit the easiness regressor of Lite2.xPyramid to SCUs and STUs of the same references",
        "nli": "Finetune an NLI model to annotators' labels",
        "coherence": "Fit the logistic next-sentence model of ffci-coherence to documents",
        "coherence-model": "Finetune a next-sentence classifier for ffci-coherence to documents",
    },
    "experiment": {
        "reproduce": "Recompute published numbers; the exit status is 1 if one is outside its tolerance",
        "realsumm": "REALSumm's experiments: metrics' agreement with human scores as JSON, tables and figures",
        "curve": "Lite2.xPyramid's agreement with human scores for x = 0, 10, … 100: JSON, tables and figures",
        "transfer": "Train a judge on some data sets and test it on the whole of others",
        "cross-validate": "Agreement with human scores over folds, of metrics and of judges fitted to the other folds",
        "search-layers": (
            "Find the layer of a model whose BERTScore agrees best with human scores, by dimension of FFCI"
        ),
        "extraction": "Compare an extractor's units with released STUs",
        "simulate-labels": "Simulate annotation budgets on a data set with all labels: error and coverage by design",
        "effort": "Compare the error of metrics, of annotators and of both together at equal annotation time",
        "contrast-test": "Edit units and summaries into falsehoods, and see whether a judge notices",
        "summarize": "Summarise documents by their own sentences, with a reference-free metric as the reward",
    },
}
METRICS = {
    "lite2pyramid": (
        "How much a summary states of annotators' units (SCUs), weighted by the number of references that have each."
    ),
    "lite2xpyramid": (
        "How much a summary states of STUs for the sentences predicted easiest, and of SCUs for the others."
    ),
    "lite3pyramid": "How much a summary states of extracted units: those of all references, duplicates kept.",
    "ffci-faithfulness": (
        "The mean over the summary's sentences of the mean F1 of the source sentences most similar to each."
    ),
    "ffci-focus": "The precision of the summary against its reference; of several references the best counts.",
    "ffci-coverage": "The recall of the reference by the summary; of several references the best counts.",
    "ffci-coherence": "How well each sentence of a summary follows the one before.",
    "supert-native": "Soft alignment of a summary with sentences selected from its documents; no reference is needed.",
    "cls-cosine": "The mean cosine of the vector of a summary with those of its documents, from -1 to 1.",
    "js-relevance": "1 − the Jensen-Shannon divergence of summary and documents, by unigrams: from 0 to 1.",
    "reaper": ".9 · Σ cosine of a sentence with all documents − .1 · Σ cosine of two sentences, of tf-idf vectors.",
    "tfidf-relevance": "The mean cosine of the tf-idf vector of a summary with those of its documents, from 0 to 1.",
    "rouge-native": "ROUGE-1, -2 and -L: recall, precision and F1 (stemmed, equal to rouge-score's), from 0 to 1.",
    "content-f1": "How much of its references a summary states (recall), how much of it they state (precision), and F1.",
}
READERS = ("documents-and-references", "line-aligned", "pyramid-units", "units-based")
DATA_SETS = {
    "ffci": "Setup FFCI's human scores of faithfulness, focus, coverage and inter-sentential coherence",
    "pyrxsum": "Setup PyrXSum as released with Lite2-3Pyramid, human labels included",
    "realsumm": "Setup REALSumm as released with Lite2-3Pyramid, human labels included",
    "litepyramid-tac": "Setup TAC 2008 or 2009 from what setup-dataset tac2008 or tac2009 wrote (needs NIST's files)",
    "realsumm-scores": "Setup REALSumm's released metric scores and crowd workers' votes",
    "rose": "Setup a part of RoSE (Liu et al., 2023): ACUs as units, human scores, labels where it has them",
    "summhay": "Setup Summary of a Haystack (Laban et al., 2024): insights, graded labels, language models' labels",
}
#: by optional package what needs it
NEEDS = {
    "torch": ("the judge generative", "the judge nli"),
    "transformers": ("the judge generative", "the judge nli"),
    "spacy": ("the extractor dependency",),
    "allennlp": ("the extractor srl",),
    "ray": ("score-corpus",),
    "matplotlib": ("compare", "experiment realsumm", "experiment curve", "experiment effort"),
    "lemminflect": ("train judge", "experiment contrast-test"),
    "xgboost": ("train regressor",),
    "accelerate": ("train nli", "train coherence-model"),
    "openai": ("the judge endpoint", "the extractor endpoint"),
}
#: the names of SacreROUGE 0.2.5
SACREROUGE = {
    "commands": """
        correlate partial-conjunction-test setup-dataset setup-metric stat-sig-test
    """.split(),
    "metrics": """
        apes autosummeng bertscore bewte bleurt chrf docker-bartscore docker-bertscore docker-bleurt
        docker-lite3pyramid docker-moverscore docker-qa-eval docker-rouge meteor moverscore pyramid-score
        pyreval python-rouge qa-eval rouge s3 sent-bleu simetrix sum-qe supert testing
    """.split(),
    "readers": """
        document-based pyramid-based reference-based split-document-based summary-only
    """.split(),
    "data sets": """
        bhandari2020 chaganty2018 duc2001 duc2002 duc2003 duc2004 duc2005 duc2006 duc2007 fabbri2020
        kryscinski2019 multiling2011 multiling2013 multiling2015 multiling2017 multiling2019 multinews nytimes
        tac2008 tac2009 tac2010 tac2011 vasilyev2020 wcep
    """.split(),
}
