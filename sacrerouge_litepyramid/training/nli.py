"""Finetune an NLI judge to labels (Zhang and Bansal 2021, section 3.2), once or fold by fold."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.io.labels import list_grades
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.registry import construct
from sacrerouge_litepyramid.scoring import judge_summaries
from sacrerouge_litepyramid.statistics.agreement import correlate_scores
from sacrerouge_litepyramid.statistics.estimate import finite_or_none, format_number
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.training.finetuning import Figures, Finetuned, PairTask, finetune_pairs
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings
from sacrerouge_litepyramid.training.trainable import Documents, TrainableJudge, build_score_matrix

#: the correlations of p2c with human scores that are measured
CORRELATIONS = ("system_pearson", "system_spearman", "summary_pearson", "summary_spearman")


class LabelFigures(NamedTuple):
    """The agreement of a judge with labels; a correlation is None if undefined."""

    pairs: int
    # that of l2c: 1 − the mean distance of l2c from the labels, which may be grades
    accuracy: float
    # the accuracy of always predicting the more frequent label
    majority: float
    systems: int
    documents: int
    system_pearson: float | None
    system_spearman: float | None
    summary_pearson: float | None
    summary_spearman: float | None


def measure_label_figures(examples: Sequence[LabelledSummary], judge: Judge) -> LabelFigures:
    """Compare a judge with labels, by unit and by summary score."""
    judgements = judge_summaries(judge, ((example.summary, example.units) for example in examples))
    labels = np.array([label for example in examples for label in example.labels])
    predicted = np.concatenate([judgement.measures["l2c"] for judgement in judgements])
    present = float(labels.mean())
    ours = build_score_matrix(examples, [judgement.scores()["p2c"] for judgement in judgements])
    human = build_score_matrix(examples, [compute_human_score(example) for example in examples])
    agreement = correlate_scores(ours, human)._asdict()
    correlations = {name: finite_or_none(agreement[name][0]) for name in CORRELATIONS}
    return LabelFigures(
        pairs=len(labels),
        accuracy=float((1 - np.abs(predicted - labels)).mean()),
        majority=max(present, 1 - present),
        systems=len(ours),
        documents=ours.shape[1],
        **correlations,
    )


def collect_pairs(examples: Sequence[LabelledSummary]) -> list[tuple[Pair, float]]:
    """Return all pairs of summaries with text, also duplicates, with their labels from 0 to 1.

    Labels 0 and 1 are integers, so that without grades the loss takes classes.
    """
    pairs = []
    for example in examples:
        if not example.summary.strip():
            continue
        for unit, label in zip(example.units, example.labels, strict=True):
            target = int(label) if label in (0, 1) else label
            pairs.append((Pair(example.summary, unit.text), target))
    return pairs


def digest_labels(examples: Sequence[LabelledSummary]) -> str:
    """Return a digest of the texts, weights, labels, names and order of labelled summaries."""
    content = []
    for example in examples:
        units = [(unit.text, unit.weight) for unit in example.units]
        names_and_text = example.instance_id, example.summarizer_id, example.summary
        content.append((*names_and_text, units, list_grades(example.labels)))
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    return f"sha256:{digest[:32]}"


def format_label_figures(figures: Figures) -> str:
    """Return a Markdown table with a row of `LabelFigures` for each epoch, and a note."""
    first = next(iter(figures.values()))
    rows = []
    for epoch, row in figures.items():
        numbers = [row[name] for name in ("accuracy", *CORRELATIONS)]
        rows.append([epoch, *(format_number(number, 4) for number in numbers)])
    header = ("epoch", "accuracy", "system r", "system ρ", "summary r", "summary ρ")
    note = (
        f"{first['pairs']} pairs of {first['systems']} systems and {first['documents']} documents. "
        f"Accuracy is that of l2c (of the more frequent label: {first['majority']:.4f}), "
        "correlations are those of Lite2Pyramid's p2c; epoch 0 is before the training."
    )
    return "\n".join([render_table(header, rows, MARKDOWN), "", note])


def finetune_nli(
    examples: Sequence[LabelledSummary],
    start: NliJudge,
    output_dir: str | Path,
    settings: FinetuneSettings | None = None,
    held_out: Sequence[LabelledSummary] = (),
    about_data: Mapping[str, Any] | None = None,
) -> Finetuned:
    """Finetune ``start`` as `finetune_pairs` does.

    A label between 0 and 1 is a soft target: the probability of label 1. ``held_out``: labelled
    summaries for the figures of each epoch (`LabelFigures`); ``about_data``: facts for the model
    card. Raises ValueError if all labels are equal.
    """
    data = collect_pairs(examples)
    labels = [label for _, label in data]
    if len(set(labels)) < 2:
        raise ValueError("the labels are all alike; training needs present and absent units")

    def measure(judge: NliJudge) -> dict[str, Any]:
        return measure_label_figures(held_out, judge)._asdict()

    task = PairTask(
        pairs=[pair for pair, _ in data],
        labels=labels,
        digests={
            "data": digest_labels(examples),
            "held_out": digest_labels(held_out) if held_out else None,
        },
        facts={
            **(about_data or {}),
            "documents": len({example.instance_id for example in examples}),
            "summaries": len(examples),
            "pairs": len(data),
        },
        card=read_text(Path(__file__).with_name("nli_card.md")),
        format_figures=format_label_figures,
        validate=measure if held_out else None,
    )
    return finetune_pairs(task, start, output_dir, settings or FinetuneSettings())


@TrainableJudge.register("nli")
class TrainableNli(TrainableJudge):
    """Finetunes the judge ``nli``.

    Args:
        folder: a folder for the finetuned models, one for each set of labels; a stopped run is
            resumed there.
        start: the arguments of the initial judge, such as {"model": …}.
        settings: the fields of `FinetuneSettings`.
    """

    def __init__(
        self,
        folder: str,
        start: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.start = NliJudge(**(start or {}))
        self.settings = construct(FinetuneSettings, settings or {}, "the settings")

    def fit(
        self, labelled: Sequence[LabelledSummary], documents: Documents | None = None
    ) -> NliJudge:
        folder = self.folder / digest_labels(labelled).removeprefix("sha256:")[:12]
        finetune_nli(labelled, self.start, folder, self.settings)
        return self.start.move_to(folder)

    def identity(self) -> dict[str, Any]:
        return {**self.start.identity(), "settings": asdict(self.settings)}
