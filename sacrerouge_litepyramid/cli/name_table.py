"""The names of metrics, readers and data sets with the lines of --help, so that nothing is imported to print it.

A new one has a line here; a test compares the names with those that are registered.
"""

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
    "content-f1": (
        "How much of its references a summary states (recall), how much of it they state (precision), and F1."
    ),
}
READERS = ("documents-and-references", "line-aligned", "pyramid-units", "units-based")
DATA_SETS = {
    "ffci": "Setup FFCI's human scores of faithfulness, focus, coverage and inter-sentential coherence",
    "nuggetizer": "Setup nuggetizer's nuggets, answers and assignments, as of TREC's RAG track",
    "pyrxsum": "Setup PyrXSum as released with Lite2-3Pyramid, human labels included",
    "qapyramid": "Setup QAPyramid (Zhang et al., 2024): questions with answers as units, on RoSE's summaries of CNN/DM",
    "multi-summeval": "Setup human scores of two systems in eight languages (Koto et al., 2021), a folder per language",
    "ragchecker": "Setup RAGChecker's preferences between answers (Ru et al., 2024), with its published scores",
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
