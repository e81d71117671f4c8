"""All names that may begin a command line, with one line of help; reading it imports none of the modules."""

from collections.abc import Iterator, Mapping

#: the package's own commands by purpose; `cli.commands` has a module for each
COMMANDS: Mapping[str, Mapping[str, str]] = {
    "to begin with": {
        "demo": "Score the sample that comes with the plugin and correlate the scores with its labels",
        "evaluate-table": "From a table of outputs and references to the ranked systems, with limits, and a report",
        "doctor": "Check the installation and say what is missing",
    },
    "data and units": {
        "setup-dataset": "Write a released data set in this package's formats (its data sets are listed below)",
        "import-table": "Read summaries from CSV, TSV, Parquet, JSON Lines or a saved data set of Hugging Face",
        "extract-units": "Extract units (STUs) from references",
        "mix-units": "Mix SCUs and STUs: STUs for the easiest sentences of the whole data set",
    },
    "scores": {
        "score": "Score summaries by the metrics of a config, with jackknifed scores (METRIC score: by one metric)",
        "evaluate": "Score summaries by the metrics of a config, and average over all of them (METRIC evaluate)",
        "score-corpus": "Score a corpus of any size as a stream of JSON Lines or Parquet",
        "score-rouge": "ROUGE-1, -2 and -L recall, precision and F1 (stemmed, equal to rouge-score's), from 0 to 1",
        "report": "Scores, unit evidence and people's judgements as one HTML file that needs no network",
        "explain": "Why a summary has its score: its units, the words that match or not, and what the judge goes by",
        "export-table": "Write scores (by summary) or evidence (by unit) as CSV, TSV, Parquet or JSON Lines",
        "summarize": "Summarise documents by their own sentences, with a reference-free metric as the reward",
    },
    "annotation by people": {
        "plan-annotation": "Choose the sentences that people write SCUs for within a budget: a form, a worksheet and "
        "a plan",
        "import-annotation": "Check people's SCUs for a plan, and write units.jsonl with them and with STUs elsewhere",
        "plan-labels": "Choose which units of which summaries people judge, and say what that promises",
        "make-label-form": "Make forms in which people mark the units that a summary states, without seeing systems",
        "import-labels": "Convert annotators' votes to labels and people's scores, and measure the agreement",
    },
    "verdicts": {
        "compare": "Which systems, or which metrics, differ: differences with intervals, tests corrected for all pairs",
        "agreement": "How far metrics agree with people on a whole set: correlations with intervals, labels of units",
        "estimate": "Systems' scores from a judge of all units and people's labels of some: unbiased, with intervals",
    },
    "agreement with people, in depth": {
        "correlate": "Correlate two metrics at the summary, the system and the global level, with intervals",
        "analyze-metrics": "Measure metrics' agreement with people: REALSumm's experiments as JSON, tables and figures",
        "cross-validate": "Agreement with people over folds, of metrics and of judges fitted to the other folds",
        "contrast-test": "Edit units and summaries into falsehoods, and see whether a judge notices",
        "simulate-labels": "How right few judgements and a judge would be, by design: on a set with all labels",
        "compare-effort": "How wrong metrics, people, and both together are at equal minutes of people's work",
        "transfer": "Train a judge on some data sets and test it on the whole of others",
        "curve": "Lite2.xPyramid's agreement with people for x = 0, 10, … 100: JSON, tables and figures",
        "search-layers": "Find the layer of a model whose BERTScore agrees with people best, for each dimension of "
        "FFCI",
        "measure-extraction": "Compare an extractor's units with released STUs",
        "reproduce": "Recompute published numbers; the exit status is 1 if one is outside its tolerance",
    },
    "training": {
        "train-judge": "Fit the lexical or the embedding judge to people's labels or a model's evidence",
        "train-regressor": "Fit the easiness regressor of Lite2.xPyramid to SCUs and STUs of the same references",
        "train-coherence": "Fit the logistic next-sentence model of ffci-coherence to articles",
        "finetune-nli": "Finetune an NLI model to people's labels",
        "finetune-coherence": "Finetune a next-sentence classifier for ffci-coherence to articles",
    },
}

#: commands by the name that they had before, which no help shows
OLD_NAMES: Mapping[str, str] = {"train-lexical": "train-judge"}

#: the package's metrics; METRIC score and METRIC evaluate are commands
METRICS: Mapping[str, str] = {
    "lite2pyramid": "How much a summary holds of the units that people wrote (SCUs), weighted by the references that "
    "contain them.",
    "lite2xpyramid": "How much a summary holds of STUs for the sentences predicted easiest, and of SCUs for the "
    "others.",
    "lite3pyramid": "How much a summary holds of extracted units (STUs): those of all references, duplicates kept, "
    "without weights.",
    "ffci-faithfulness": "The mean over the summary's sentences of the mean F1 of the source sentences most similar to "
    "each.",
    "ffci-focus": "The precision of the summary against its reference; of several references the best counts.",
    "ffci-coverage": "The recall of the reference by the summary; of several references the best counts.",
    "ffci-coherence": "How well each sentence of a summary follows the one before.",
    "supert-native": "Soft alignment of a summary with sentences selected from its documents; no reference is needed.",
    "cls-cosine": "The mean cosine of the vector of a summary with those of its documents, from -1 to 1.",
    "js-relevance": "1 less the Jensen-Shannon divergence of summary and documents, by unigrams: from 0 to 1.",
    "reaper": ".9 · Σ cosine of a sentence with all documents − .1 · Σ cosine of two sentences, of tf-idf vectors.",
    "tfidf-relevance": "The mean cosine of the tf-idf vector of a summary with those of its documents, from 0 to 1.",
}

#: the package's dataset readers, with the files that each reads
READERS: Mapping[str, str] = {
    "units-based": "summaries.jsonl and a units file",
    "pyramid-units": "summaries.jsonl and pyramids.jsonl",
    "line-aligned": "a folder in the Lite-Pyramid authors' layout",
    "documents-and-references": "summaries.jsonl",
}

#: the package's data sets, for setup-dataset
DATA_SETS: Mapping[str, str] = {
    "ffci": "Setup FFCI's human scores of faithfulness, focus, coverage and inter-sentential coherence",
    "litepyramid-pyrxsum": "Setup PyrXSum as released with Lite2-3Pyramid, human labels included",
    "litepyramid-realsumm": "Setup REALSumm as released with Lite2-3Pyramid, human labels included",
    "litepyramid-tac": "Setup TAC 2008 or 2009 from what setup-dataset tac2008 or tac2009 wrote (needs NIST's files)",
    "realsumm-scores": "Setup REALSumm's released metric scores and crowd workers' votes",
    "rose": "Setup a part of RoSE (Liu et al., 2023), whose ACUs become units with annotators' labels",
}

#: the names of SacreROUGE 0.2.5, the version that works; its parser checks their options
SACREROUGE_COMMANDS = (
    "partial-conjunction-test",
    "setup-dataset",
    "setup-metric",
    "stat-sig-test",
)
SACREROUGE_METRICS = tuple(
    "apes autosummeng bertscore bewte bleurt chrf docker-bartscore docker-bertscore docker-bleurt docker-lite3pyramid "
    "docker-moverscore docker-qa-eval docker-rouge meteor moverscore pyramid-score pyreval python-rouge qa-eval rouge "
    "s3 sent-bleu simetrix sum-qe supert testing".split()
)
SACREROUGE_READERS = ("document-based", "pyramid-based", "reference-based", "split-document-based", "summary-only")
SACREROUGE_DATA_SETS = tuple(
    "bhandari2020 chaganty2018 duc2001 duc2002 duc2003 duc2004 duc2005 duc2006 duc2007 fabbri2020 kryscinski2019 "
    "multiling2011 multiling2013 multiling2015 multiling2017 multiling2019 multinews nytimes tac2008 tac2009 tac2010 "
    "tac2011 vasilyev2020 wcep".split()
)


def describe_commands() -> Iterator[tuple[str, str]]:
    """Yield each command of the package and its line, in the order of the groups."""
    for group in COMMANDS.values():
        yield from group.items()


def list_names() -> set[str]:
    """Return every name that may begin a command line."""
    return {name for name, _ in describe_commands()} | {*METRICS, *SACREROUGE_COMMANDS, *SACREROUGE_METRICS}
