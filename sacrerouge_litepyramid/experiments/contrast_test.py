"""Measure a judge's probabilities of units before and after an edit that makes them false."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

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
    INJECTION,
    ContrastPair,
    make_contrasts,
    make_injections,
)

logger = logging.getLogger(__name__)
#: the kinds of `pairs.EDIT_KINDS`, and injections
Kind: TypeAlias = Literal[
    "negation", "number", "name", "roles", "antonym", "quantity", "date", "injection"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
OUTPUT_FILES = ("contrast.json", "pairs.jsonl")
COLUMNS = ("edit", "of the", "pairs", "before", "after", "below .5", "falls below .5", "falls")


class ContrastRow(NamedTuple):
    """The judge's probabilities for the edits of one kind to one side, the unit or the summary.

    ``pairs``: their number; ``before``, ``after``: the means; ``below``: the share below .5
    afterwards; ``falls_below``: that of the pairs that were right before, at .5 or more, NaN if
    none; ``falls``: the share that falls. An injection's unit is absent: it is right below .5, and
    ``falls`` is the share that does not rise.
    """

    kind: str
    side: str
    pairs: int
    before: float
    after: float
    below: float
    falls_below: float
    falls: float


class ContrastTable(NamedTuple):
    """One row for each kind and side of edits; prints as a table."""

    rows: list[ContrastRow]

    def __str__(self) -> str:
        return render_table(
            COLUMNS,
            [
                [
                    row.kind,
                    row.side,
                    row.pairs,
                    f"{row.before:.2f}",
                    f"{row.after:.2f}",
                    *map(_percent, row[5:]),
                ]
                for row in self.rows
            ],
        )


def run_contrast_test(
    folder: str | Path,
    *,
    judge: JudgeSetting = "lexical",
    kinds: Sequence[Kind] = KINDS,
    measure: str = "p2c",
    seed: int = 0,
    output_dir: str | Path | None = None,
) -> ContrastTable:
    """Test whether a judge notices an edit that makes a unit or a summary false.

    Args:
        folder: a folder with summaries.jsonl, scus.jsonl and labels.jsonl; units labelled 1 are
            edited.
        judge: the judge by its name or as JSON.
        kinds: the kinds of edits, by default all.
        measure: the judge's measure.
        seed: the seed that draws one edit for each unit, kind and side.
        output_dir: where to write contrast.json (the table) and pairs.jsonl (the pairs with their
            probabilities).
    """
    labelled = read_labelled_folder(folder)
    built = build(Judge, judge)
    edits = [kind for kind in kinds if kind != INJECTION]
    pairs = list(make_contrasts(labelled, seed, edits)) if edits else []
    labels = Path(folder) / LABEL_FILES[-1]
    if edits and not pairs:
        raise ValueError(
            f"{labels}: no unit labelled 1 can be edited; each unit must be one sentence"
        )
    if INJECTION in kinds:
        pairs += make_injections(labelled, seed)
    if not pairs:
        raise ValueError(f"{labels}: no unit is labelled 0; injections need absent units")
    probabilities = judge_pairs(pairs, built, measure)
    rows = summarize_pairs(pairs, probabilities)
    rows.sort(key=lambda row: (KINDS.index(row.kind), row.side != "unit"))
    if output_dir:
        table_rows = [
            {**row._asdict(), "falls_below": finite_or_none(row.falls_below)} for row in rows
        ]
        table_file, pairs_file = (Path(output_dir) / name for name in OUTPUT_FILES)
        write_json(
            table_file,
            {"judge": built.identity() | built.observed(), "seed": seed, "rows": table_rows},
        )
        lines = zip(pairs, probabilities.tolist(), strict=True)
        write_json_lines(
            pairs_file, (_describe_pair(pair, before, after) for pair, (before, after) in lines)
        )
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
        "edited": pair.after.units[pair.unit] if pair.side == "unit" else pair.after.summary,
        "before": finite_or_none(before),
        "after": finite_or_none(after),
    }


def judge_pairs(pairs: Sequence[ContrastPair], judge: Judge, measure: str = "p2c") -> np.ndarray:
    """Return the probabilities before and after each edit, (pairs, 2), NaN if the judge gives no
    answer.
    """
    items = [
        (
            group.summary,
            [
                replace(unit, text=text)
                for unit, text in zip(pair.example.units, group.units, strict=True)
            ],
        )
        for pair in pairs
        for group in (pair.before, pair.after)
    ]
    with name_text(
        (pair.example[:2], (pair.example.summary, pair.after.summary)) for pair in pairs
    ):
        measured = [judgement.measures for judgement in judge_summaries(judge, items)]
    if measured and measure not in measured[0]:
        raise ValueError(f"the judge has no measure {measure!r}; it has: {', '.join(measured[0])}")
    values = [
        by_measure[measure][pairs[index // 2].unit] for index, by_measure in enumerate(measured)
    ]
    return np.array(values, dtype=float).reshape(-1, 2)


def summarize_pairs(pairs: Sequence[ContrastPair], values: np.ndarray) -> list[ContrastRow]:
    """Return a row for each kind and side, in order of first occurrence, without pairs that have
    NaN.
    """
    judged = ~np.isnan(values).any(axis=1)
    if not judged.all():
        logger.warning(
            "the judge gave no answer for %d of %d pairs; they are excluded",
            (~judged).sum(),
            len(pairs),
        )
    places: dict[tuple[str, str], list[int]] = {}
    for index in np.flatnonzero(judged).tolist():
        places.setdefault((pairs[index].kind, pairs[index].side), []).append(index)
    return [
        _summarize_row(kind, side, *values[members].T) for (kind, side), members in places.items()
    ]


def _summarize_row(kind: str, side: str, before: np.ndarray, after: np.ndarray) -> ContrastRow:
    is_injection = kind == INJECTION
    was_right = (before >= THRESHOLD) != is_injection
    falls = after <= before if is_injection else after < before
    return ContrastRow(
        kind=kind,
        side=side,
        pairs=len(before),
        before=float(before.mean()),
        after=float(after.mean()),
        below=float((after < THRESHOLD).mean()),
        falls_below=float((after[was_right] < THRESHOLD).mean())
        if was_right.any()
        else float("nan"),
        falls=float(falls.mean()),
    )
