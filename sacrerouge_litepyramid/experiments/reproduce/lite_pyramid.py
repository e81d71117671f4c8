"""Figures of Zhang and Bansal (2021) that need no NLI model, recomputed from their released data.

Data: judgements, units and human scores, which must be exact. ROUGE: the paper's table 1 over the released folds, and
all of REALSumm's 25 systems. Lexical model: compared with the prototype of the embedded model, which used other word
lists on the same texts, no mismatch features and no contrast training; so the model is fitted without contrast here.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.scores import Scores, add_metrics, split_by_folds
from sacrerouge_litepyramid.experiments.cross_validation import fit_folds, score_folds
from sacrerouge_litepyramid.experiments.curve import STATISTICS
from sacrerouge_litepyramid.experiments.data_set import EvaluationData, model_scores, read_released_set
from sacrerouge_litepyramid.experiments.fold_agreement import measure_folds
from sacrerouge_litepyramid.experiments.reproduce.targets import ComparedNumber
from sacrerouge_litepyramid.io.line_aligned import read_line_aligned, read_released_folds, split_tagged_sentences
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.metrics.rouge import score_references
from sacrerouge_litepyramid.training.logistic_judges import TrainableLexical

SOURCE = "Zhang and Bansal 2021 and their released data; lexical rows: what these features gave when they were chosen"

#: the paper gives two decimals
PAPER_TOLERANCE = 0.01
#: made with a stemmer and the summary as one string, by an implementation that is not named
WHOLE_SET_TOLERANCE = 0.01
#: by level; wider at the system level, as the prototype has no mismatch features
PROTOTYPE_TOLERANCES = {"summary": 0.01, "system": 0.02}
#: by level; wider, as the word lists matter more on another data set, and there are only ten systems
TRANSFER_TOLERANCES = {"summary": 0.025, "system": 0.06}

RELEASED_UNITS = {"lite2pyramid": "SCUs.txt", "lite3pyramid": "STUs.txt"}
FACTS = {
    "REALSumm": {"systems": 25, "instances": 100, "judgements": 26400, "SCUs": 1056, "STUs": 976},
    "PyrXSum": {"systems": 10, "instances": 100, "judgements": 4780, "SCUs": 478, "STUs": 281},
}
PRESENT_SHARES = {"REALSumm": 0.457, "PyrXSum": 0.18}
HUMAN_SCORES = {("REALSumm", "abs_bart_out"): 0.48349484, ("PyrXSum", "t5-large"): 0.29117532}
TABLE_1 = {"rouge-1_recall": (0.82, 0.83, 0.53, 0.50), "rouge-2_recall": (0.84, 0.82, 0.46, 0.43)}
WHOLE_REALSUMM = {
    "rouge-1_recall": (0.909, 0.919, 0.525, 0.501),
    "rouge-2_recall": (0.965, 0.954, 0.455, 0.427),
    "rouge-l_recall": (0.941, 0.941, 0.462, 0.424),
}
LEXICAL_FOLDS = {
    "lite2pyramid_p2c": (0.859, 0.858, 0.566, 0.526),
    "lite3pyramid_p2c": (0.837, 0.850, 0.521, 0.494),
}
LEXICAL_TO_PYRXSUM = {
    "lite2pyramid_p2c": (0.991, 0.952, 0.626, 0.598),
    "lite3pyramid_p2c": (0.984, 0.867, 0.607, 0.572),
}


def rows(source: str | Path) -> list[ComparedNumber]:
    """All rows of ``source``, a folder that holds the released folders REALSumm and PyrXSum."""
    sets = {name: read_released_set(Path(source) / name, RELEASED_UNITS) for name in FACTS}
    realsumm = sets["REALSumm"]
    whole = add_metrics(realsumm.scored.as_scores(), _rouge(Path(source) / "REALSumm"))
    folds = read_released_folds(Path(source) / "REALSumm", "documents")
    return [
        *(row for data in sets.values() for row in _facts(data)),
        *_agreement(
            "ROUGE, REALSumm, 25 systems, folds by documents",
            split_by_folds(whole, folds, "documents"),
            TABLE_1,
            PAPER_TOLERANCE,
        ),
        *_agreement("ROUGE, REALSumm, 25 systems, whole", [whole], WHOLE_REALSUMM, WHOLE_SET_TOLERANCE),
        *_lexical(realsumm, sets["PyrXSum"], folds),
    ]


def _facts(data: EvaluationData) -> Iterator[ComparedNumber]:
    labels = [label for each in data.labelled for label in each.labels]
    found = {
        "systems": len(data.scored.systems),
        "instances": len(data.scored.documents),
        "judgements": len(labels),
        "SCUs": sum(map(len, data.units["lite2pyramid"].values())),
        "STUs": sum(map(len, data.units["lite3pyramid"].values())),
    }
    for name, count in FACTS[data.name].items():
        yield ComparedNumber(f"{data.name}: {name}", float(found[name]), count, 0, SOURCE)
    yield ComparedNumber(
        f"{data.name}: share of judgements that are present",
        float(np.mean(labels)),
        PRESENT_SHARES[data.name],
        0.0005,
        SOURCE,
    )
    for (name, system), published in HUMAN_SCORES.items():
        if name == data.name:
            score = float(np.nanmean(data.scored.human[data.scored.systems.index(system)]))
            yield ComparedNumber(f"{name}: human score of {system}", score, published, 1e-8, SOURCE)


def _lexical(
    realsumm: EvaluationData, pyrxsum: EvaluationData, folds: Sequence[Sequence[str]]
) -> Iterator[ComparedNumber]:
    fit = TrainableLexical(contrast=0.0).fit
    parts = split_by_folds(realsumm.scored.as_scores(), folds, "documents")
    models = fit_folds(realsumm, folds, "documents", fit)
    scored = score_folds(realsumm, parts, folds, "documents", models)
    yield from _agreement(
        "lexical, REALSumm, 25 systems, folds by documents", scored, LEXICAL_FOLDS, PROTOTYPE_TOLERANCES
    )
    model = fit(realsumm.labelled, realsumm.documents)
    whole = pyrxsum.scored.as_scores().with_metrics(model_scores(pyrxsum, model))
    yield from _agreement("lexical, REALSumm → PyrXSum, 10 systems", [whole], LEXICAL_TO_PYRXSUM, TRANSFER_TOLERANCES)


def _agreement(
    title: str,
    folds: Sequence[Scores],
    published: Mapping[str, Sequence[float]],
    tolerance: float | Mapping[str, float],
) -> Iterator[ComparedNumber]:
    """Yield a row for each metric and column; ``tolerance``: one number, or one by level."""
    report = measure_folds(folds, Statistics(resamples=0))
    for metric, values in published.items():
        for column, value in zip(STATISTICS, values, strict=True):
            allowed = tolerance if isinstance(tolerance, float) else tolerance[column.split("_")[0]]
            measured = report["metrics"][metric]["mean"][column]["value"]
            name = f"{title}: {metric}, {column.replace('_', ' ')}"
            yield ComparedNumber(name, float("nan") if measured is None else measured, value, allowed, SOURCE)


def _rouge(folder: Path) -> dict[str, dict[SummaryKey, float]]:
    summaries = [
        each._replace(references=[split_tagged_sentences(text) for text in each.references])
        for each in read_line_aligned(folder).summaries
    ]
    found: dict[str, dict[SummaryKey, float]] = {name: {} for name in WHOLE_REALSUMM}
    for summary in summaries:
        values = score_references(summary.text, summary.references)
        for name, scores in found.items():
            scores[SummaryKey(summary.instance_id, summary.summarizer_id)] = values[name.removeprefix("rouge-")]
    return found
