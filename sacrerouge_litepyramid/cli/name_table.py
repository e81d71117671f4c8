"""The names of metrics, readers and data sets with their lines of --help, so that printing it imports none of them.

Add a line here for each new one; a test compares these names with the registered ones.
"""

METRICS = {
    "lite2pyramid": (
        "The share of annotators' units (SCUs) that a summary states, weighted by their number of references."
    ),
    "lite2xpyramid": (
        "The share of units a summary states: STUs for the sentences predicted easiest, SCUs for the others."
    ),
    "lite3pyramid": "The share of extracted units that a summary states; duplicates are kept.",
    "ffci-faithfulness": (
        "The mean over a summary's sentences of the mean F1 with their most similar source sentences."
    ),
    "ffci-focus": "The precision of a summary against its reference, or against the best of several.",
    "ffci-coverage": "The recall of the reference by a summary, or of the best of several references.",
    "ffci-coherence": "How well each sentence of a summary follows the previous one.",
    "supert-native": "Soft alignment of a summary with sentences selected from its documents; needs no reference.",
    "cls-cosine": "The mean cosine of a summary's vector with the vectors of its documents, from -1 to 1.",
    "js-relevance": "1 − the Jensen-Shannon divergence of summary and documents, by unigrams: from 0 to 1.",
    "reaper": ".9 · Σ cosine of a sentence with all documents − .1 · Σ cosine of two sentences (tf-idf vectors).",
    "tfidf-relevance": "The mean cosine of a summary's tf-idf vector with those of its documents, from 0 to 1.",
    "rouge-native": "ROUGE-1, -2 and -L: recall, precision and F1 (English: stemmed, as by rouge-score), from 0 to 1.",
    "content-f1": (
        "Recall (share of the references that a summary states), precision (share of the summary that they state), F1."
    ),
}
READERS = ("documents-and-references", "line-aligned", "pyramid-units", "units-based")
DATA_SETS = {
    "ffci": "Set up FFCI's human scores of faithfulness, focus, coverage and inter-sentential coherence",
    "nuggetizer": "Set up nuggetizer's nuggets, answers and assignments, as in TREC's RAG track",
    "pyrxsum": "Set up PyrXSum as released with Lite2-3Pyramid, with human labels",
    "qapyramid": "Set up QAPyramid (Zhang et al., 2024): question-answer pairs as units, on RoSE's CNN/DM summaries",
    "multi-summeval": "Set up human scores of two systems in eight languages (Koto et al., 2021), one folder each",
    "ragchecker": "Set up RAGChecker's preferences between answers (Ru et al., 2024), with its published scores",
    "realsumm": "Set up REALSumm as released with Lite2-3Pyramid, with human labels",
    "litepyramid-tac": "Set up TAC 2008 or 2009 from what setup-dataset tac2008 or tac2009 wrote (needs NIST's files)",
    "realsumm-scores": "Set up REALSumm's released metric scores and crowd workers' votes",
    "rose": "Set up a part of RoSE (Liu et al., 2023): ACUs as units, human scores, and labels if released",
    "summhay": "Set up Summary of a Haystack (Laban et al., 2024): insights, graded labels, language models' labels",
}
#: for each optional package, the components and commands that need it
NEEDED_BY = {
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
