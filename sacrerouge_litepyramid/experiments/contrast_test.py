"""Measure a judge's probabilities of units before and after an edit that makes them false."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.io.files import write_json, write_json_lines
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.judges.judge import Judge, JudgeSetting
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.scoring import judge_summaries
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.statistics.tables import render_table
from sacrerouge_litepyramid.training.contrast.pairs import (
    BARE_NEGATION,
    EDIT_KINDS,
    INJECTION,
    ContrastPair,
    make_contrasts,
    make_injections,
    respell_negations,
)

logger = logging.getLogger(__name__)
#: in the order of the table
KINDS = ("negation", BARE_NEGATION, *EDIT_KINDS[1:], INJECTION)
COLUMNS = ("edit", "of the", "pairs", "before", "after", "below .5", "falls below .5")


class ContrastRow(NamedTuple):
    """The judge's probabilities for the edits of one kind to one side.

    An injection's unit is absent: it is right below .5.
    """

    kind: str
    # what is edited, "unit" or "summary"
    side: str
    # the number of pairs
    pairs: int
    # the mean probabilities
    before: float
    after: float
    # the share of probabilities below .5 after the edit
    below: float
    # the same of the pairs that were right before, at .5 or more; NaN if none
    falls_below: float


class ContrastTable(NamedTuple):
    """One row for each kind and side of edits; prints as a table."""

    rows: list[ContrastRow]

    def __str__(self) -> str:
        cells = [
            [
                row.kind,
                row.side,
                row.pairs,
                f"{row.before:.2f}",
                f"{row.after:.2f}",
                _percent(row.below),
                _percent(row.falls_below),
            ]
            for row in self.rows
        ]
        return render_table(COLUMNS, cells)


def run_contrast_test(
    folder: str | Path,
    *,
    judge: JudgeSetting = "lexical",
    seed: int = 0,
    output_dir: str | Path | None = None,
) -> ContrastTable:
    """Test whether a judge notices an edit that makes a unit or a summary false.

    Args:
        folder: a folder with summaries.jsonl, scus.jsonl and labels.jsonl; units labelled 1 are
            edited.
        judge: the judge by its name or as JSON.
        seed: the seed that draws one edit for each unit, kind and side.
        output_dir: where to write contrast.json (the table) and pairs.jsonl (the pairs with their
            probabilities).
    """
    labelled = read_labelled_folder(folder)
    built = build(Judge, judge)
    pairs = list(make_contrasts(labelled, seed))
    if not pairs:
        labels = Path(folder) / LABEL_FILES[-1]
        raise ValueError(
            f"{labels}: no unit labelled 1 can be edited; each unit must be one sentence"
        )
    pairs = [*pairs, *respell_negations(pairs), *make_injections(labelled, seed)]
    probabilities = judge_pairs(pairs, built)
    rows = summarize_pairs(pairs, probabilities)
    rows.sort(key=lambda row: (KINDS.index(row.kind), row.side != "unit"))
    if output_dir:
        table = {
            "judge": built.identity() | built.observed(),
            "seed": seed,
            "rows": [
                {**row._asdict(), "falls_below": finite_or_none(row.falls_below)} for row in rows
            ],
        }
        write_json(Path(output_dir, "contrast.json"), table)
        described = map(_describe_pair, pairs, *probabilities.T.tolist())
        write_json_lines(Path(output_dir, "pairs.jsonl"), described)
    return ContrastTable(rows)


def _percent(share: float) -> str:
    return "none" if share != share else f"{100 * share:.0f}%"


def _describe_pair(pair: ContrastPair, before: float, after: float) -> dict[str, object]:
    return {
        "kind": pair.kind,
        "side": pair.side,
        "instance_id": pair.example.instance_id,
        "summarizer_id": pair.example.summarizer_id,
        "unit": pair.before.units[pair.unit],
        "summary": pair.before.summary,
        "edited": pair.texts[1],
        "before": finite_or_none(before),
        "after": finite_or_none(after),
    }


def judge_pairs(pairs: Sequence[ContrastPair], judge: Judge) -> np.ndarray:
    """Return the probabilities before and after the edits, (pairs, 2), NaN without an answer."""
    items, places, texts = [], [], []
    for pair in pairs:
        for group in (pair.before, pair.after):
            units = zip(pair.example.units, group.units, strict=True)
            items.append((group.summary, [replace(unit, text=text) for unit, text in units]))
            places.append(pair.unit)
        texts.append((pair.example[:2], (pair.example.summary, pair.after.summary)))
    with name_text(texts):
        measured = [judgement.measures["p2c"] for judgement in judge_summaries(judge, items)]
    values = [by_unit[place] for by_unit, place in zip(measured, places, strict=True)]
    return np.array(values, dtype=float).reshape(-1, 2)


def summarize_pairs(pairs: Sequence[ContrastPair], values: np.ndarray) -> list[ContrastRow]:
    """Return a row for each kind and side, in order of first occurrence, without NaN."""
    is_judged = ~np.isnan(values).any(axis=1)
    if not is_judged.all():
        logger.warning(
            "the judge gave no answer for %d of %d pairs; they are excluded",
            (~is_judged).sum(),
            len(pairs),
        )
    groups: dict[tuple[str, str], list[np.ndarray]] = {}
    for pair, probabilities, has_answer in zip(pairs, values, is_judged, strict=True):
        if has_answer:
            groups.setdefault((pair.kind, pair.side), []).append(probabilities)
    return [_summarize_row(*names, *np.transpose(group)) for names, group in groups.items()]


def _summarize_row(kind: str, side: str, before: np.ndarray, after: np.ndarray) -> ContrastRow:
    is_injection = kind == INJECTION
    was_right = (before >= THRESHOLD) != is_injection
    is_below = after < THRESHOLD
    return ContrastRow(
        kind=kind,
        side=side,
        pairs=len(before),
        before=float(before.mean()),
        after=float(after.mean()),
        below=float(is_below.mean()),
        falls_below=float(is_below[was_right].mean()) if was_right.any() else float("nan"),
    )
