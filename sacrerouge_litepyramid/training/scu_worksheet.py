"""Write SCUs for Lite2.xPyramid in a worksheet, a CSV file with a row for each sentence."""

import csv
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, compress
from pathlib import Path
from typing import Literal

import numpy as np

from sacrerouge_litepyramid.core.arguments import check_minimum, name_argument
from sacrerouge_litepyramid.core.mixing import SentenceKey, UnitsByInstance, mix, select_easiest
from sacrerouge_litepyramid.core.texts import count_nouns, list_some, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.aligned_units import AlignedUnits
from sacrerouge_litepyramid.extraction.extractor import Reference
from sacrerouge_litepyramid.io.files import Written, atomic_write, required
from sacrerouge_litepyramid.io.problems import Problem, refuse_problems
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.io.units import write_units
from sacrerouge_litepyramid.training.mixing import (
    find_references,
    read_references_and_stus,
    score_sentences,
)

WORKSHEET = "worksheet.csv"
#: the STUs of all sentences, which are mixed with the SCUs when the worksheet is read
STUS = "worksheet_stus.jsonl"
UNITS = "units.jsonl"
#: references and sentences are counted from 1
READ_COLUMNS = ("instance_id", "reference", "sentence", "sentence_text", "units")
#: the STUs are suggestions to annotators
COLUMNS = (*READ_COLUMNS, "stus")
#: a cell of the column "units" whose sentence keeps its STUs, and one whose sentence needs no unit
KEEP_STUS = "STUs"
NO_UNIT = "-"
#: separates the units of a cell, as a line break does
SEPARATOR = "|"
HOW_TO_FILL = (
    f"one per line or separated by {SEPARATOR}, {NO_UNIT} if the sentence needs none, "
    f"{KEEP_STUS} to use its STUs"
)
#: the characters that a message shows of a text
MAX_SHOWN = 80

#: the text of each sentence that has words, in the order of the references
SentenceTexts = Mapping[SentenceKey, str]
#: the SCUs of the sentences that do not keep their STUs
WrittenScus = dict[SentenceKey, list[Unit]]


def write_scus(
    folder: str | Path,
    *,
    percentage: float | None = None,
    budget: int | None = None,
    stus: str | Path | None = None,
    selection: Literal["regressor", "random", "shortest"] = "regressor",
    seed: int = 0,
    output_dir: str | Path,
) -> Written:
    """Write a worksheet for SCUs of the hardest sentences; without a budget, read it.

    The units of a filled worksheet are written to units.jsonl.

    Args:
        folder: a folder with the references in summaries.jsonl or references.jsonl.
        percentage: the share of the sentences that get SCUs, 0 to 100; the others keep their STUs.
        budget: the number of sentences that get SCUs, in place of a percentage.
        stus: stus.jsonl of extract-units; by default the dependency extractor makes the STUs.
        selection: how to choose the sentences that keep their STUs.
        seed: the seed of the random selection.
        output_dir: where to write worksheet.csv and worksheet_stus.jsonl, or, without a budget,
            where to read these and to write units.jsonl.

    Raises:
        ValueError: if a budget is passed and the worksheet exists, or the worksheet has problems
            (`ProblemsError`).
    """
    references_file = find_references(folder)
    output = Path(output_dir)
    worksheet = output / WORKSHEET
    budgets = f"{name_argument('percentage')} or {name_argument('budget')}"
    if percentage is None and budget is None:
        if not worksheet.exists():
            raise ValueError(f"{worksheet}: no such worksheet to read; pass {budgets} to write it")
        return _write_mixed_units(references_file, output)
    if worksheet.exists():
        raise ValueError(
            f"{worksheet}: the worksheet exists, and may be filled in; leave out {budgets} to read "
            f"it, choose another {name_argument('output_dir')}, or remove it"
        )
    references, data = read_references_and_stus(references_file, stus)
    texts = list_sentence_texts(references)
    count = count_annotated(len(texts), percentage, budget)
    scores = score_sentences(data, selection, seed=seed)
    chosen = choose_sentences(texts, data, scores, count)
    write_units(output / STUS, data.stus.items())
    write_worksheet(worksheet, texts, data, chosen)
    share = f"{count} of {len(texts)} sentences ({100 * count / len(texts):.1f}%)"
    lines = [
        f"Annotators write SCUs for {share}, STUs replace the other {len(texts) - count}",
        f"Fill in the empty cells of the column 'units' of {worksheet}: {HOW_TO_FILL};",
        f"then run the command without {budgets}",
    ]
    return Written(output, lines)


def list_sentence_texts(references: Mapping[str, Sequence[Reference]]) -> dict[SentenceKey, str]:
    """Return the sentences that have words, in the order of the references."""
    texts = {}
    for name, members in references.items():
        for number, reference in enumerate(members):
            for place, text in enumerate(sentences_of(reference)):
                if text:
                    texts[SentenceKey(name, number, place)] = text
    return texts


def count_annotated(total: int, percentage: float | None, budget: int | None) -> int:
    """Return how many of ``total`` sentences get SCUs: ``budget``, or else a percentage.

    With p%, as many sentences keep their STUs as in a mix of 100 - p%. Raises ValueError if both
    are passed, one is out of range, or there is no sentence.
    """
    if not total:
        raise ValueError("the references have no sentence; there is nothing to write SCUs for")
    if budget is not None and percentage is not None:
        raise ValueError(
            f"pass one of {name_argument('percentage')} and {name_argument('budget')}, not both"
        )
    if budget is not None:
        check_minimum(1, budget=budget)
        return min(budget, total)
    if percentage is None or not 0 < percentage <= 100:
        raise ValueError(
            f"{name_argument('percentage')} must be above 0 and at most 100, not {percentage}"
        )
    # A fraction is exact: in floats, 29 is below 0.29 · 100.
    return math.ceil(total * Fraction(str(percentage)) / 100)


def choose_sentences(
    texts: SentenceTexts, data: AlignedUnits, scores: np.ndarray, count: int
) -> set[SentenceKey]:
    """Return the ``count`` sentences of the lowest scores, those without an STU first.

    ``scores``: those of the sentences with STUs, (sentences,).
    """
    score_by_sentence = dict(zip(data.sentences, scores.tolist(), strict=True))
    order = np.array([score_by_sentence.get(key, -math.inf) for key in texts])
    keep_stus = select_easiest(order, len(texts) - count)
    return set(compress(texts, ~keep_stus))


def write_worksheet(
    path: Path, texts: SentenceTexts, data: AlignedUnits, chosen: set[SentenceKey]
) -> None:
    """Write a row for each sentence; the cell of the units is empty for a chosen one."""
    with atomic_write(path) as out:
        # Spreadsheets recognise UTF-8 by the byte order mark.
        out.write("\ufeff")
        sheet = csv.writer(out, lineterminator="\n")
        sheet.writerow(COLUMNS)
        for key, text in texts.items():
            units = data.sentences.get(key)
            stus = [] if units is None else [stu.text for stu in units.stus]
            suggestions = f" {SEPARATOR} ".join(stus)
            cell = "" if key in chosen else KEEP_STUS
            sheet.writerow([*_number_place(key), text, cell, suggestions])


def _number_place(key: SentenceKey) -> tuple[str, str, str]:
    """Return a sentence's place as the worksheet states it, with numbers from 1."""
    return key.instance_id, str(key.reference + 1), str(key.sentence + 1)


def _write_mixed_units(references_file: Path, output: Path) -> Written:
    """Check the worksheet in a folder; write its SCUs and the STUs of the other sentences."""
    references, data = read_references_and_stus(references_file, output / STUS)
    texts = list_sentence_texts(references)
    scus = read_worksheet(output / WORKSHEET, texts)
    units = mix_with_stus(scus, data.stus, texts)
    write_units(output / UNITS, units.items())
    kinds = [unit.kind for unit in chain.from_iterable(units.values())]
    scu_count = count_nouns(SCU=kinds.count("scu"))
    others = count_nouns(sentence=len(scus), STU=kinds.count("stu"))
    lines = [f"{scu_count} for {others} for the other {len(texts) - len(scus)}; {output / UNITS}"]
    if empty := [name for name, members in units.items() if not members]:
        lines.append(
            f"documents without units, whose summaries cannot be scored: {list_some(empty)}"
        )
    return Written(output / UNITS, lines)


def mix_with_stus(
    scus: WrittenScus, stus: UnitsByInstance, texts: SentenceTexts
) -> dict[str, list[Unit]]:
    """Return, for each document, the SCUs in the order of the sentences, then the others' STUs."""
    by_document: dict[str, list[Unit]] = {name: [] for name in stus}
    for key in texts:
        by_document[key.instance_id] += scus.get(key, [])
    return mix(by_document, stus, texts.keys() - scus.keys())


def read_worksheet(path: Path, texts: SentenceTexts) -> WrittenScus:
    """Return the SCUs of a worksheet, an empty list for a sentence that needs none.

    Raises `ProblemsError` with all problems: rows that are missing or repeated, texts that differ
    from the references, and cells without units.
    """
    keys = {_number_place(key): key for key in texts}
    scus: WrittenScus = {}
    problems: list[Problem] = []
    seen: set[SentenceKey] = set()
    for line in read_table(path):
        cells = {name: required(line, name, str).strip() for name in READ_COLUMNS}
        numbers = (cells["instance_id"], cells["reference"], cells["sentence"])
        place = f"{line.where}, {_describe_place(*numbers)}"
        key = keys.get(numbers)
        if key is None:
            remedy = "restore instance_id, reference and sentence, or remove the row"
            problems.append(Problem(place, "the references have no such sentence", remedy))
            continue
        if key in seen:
            problems.append(Problem(place, "the sentence already has a row", "remove one of them"))
            continue
        seen.add(key)
        if cells["sentence_text"].split() != texts[key].split():
            what = f"its text differs from the reference's, {cut(texts[key])}"
            remedy = "restore the text; if the reference has changed, write a new worksheet"
            problems.append(Problem(place, what, remedy))
        elif cells["units"].lower() != KEEP_STUS.lower():
            scus[key] = parse_scus(cells["units"], key)
            if not scus[key] and cells["units"] != NO_UNIT:
                what = f"no units for the sentence {cut(texts[key])}"
                problems.append(Problem(place, what, f"write them, {HOW_TO_FILL}"))
    for key in texts:
        if key not in seen:
            place = f"{path}, {_describe_place(*_number_place(key))}"
            what = f"no row for the sentence {cut(texts[key])}"
            problems.append(Problem(place, what, "restore the row"))
    refuse_problems(problems)
    return scus


def _describe_place(instance_id: str, reference: str, sentence: str) -> str:
    return f"instance {instance_id!r}, reference {reference}, sentence {sentence}"


def parse_scus(cell: str, key: SentenceKey) -> list[Unit]:
    """Return the SCUs in a cell of a sentence."""
    if cell == NO_UNIT:
        return []
    units = []
    for line in cell.replace(SEPARATOR, "\n").splitlines():
        if text := " ".join(line.split()):
            units.append(Unit(text, references=(key.reference,), sentence=key.sentence))
    return units


def cut(text: str) -> str:
    """Return a text in quotes, for a message, cut to MAX_SHOWN characters."""
    return repr(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…")
