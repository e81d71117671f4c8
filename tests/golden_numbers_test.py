"""Recompute the numbers of golden_numbers.json, which no change of the code may move, from the
released data.

Every number is computed by what users call. If such an interface changes, the one function below
that calls it changes with it, and no number does. A number that moves all the same needs a reason
in CHANGELOG.md.

    python tests/golden_numbers_test.py            prints the numbers that moved
    python tests/golden_numbers_test.py --write    writes golden_numbers.json anew, and prints what
    moved

Both need the shared data, beside the repository or in $LITEPYRAMID_SHARED.
"""

import argparse
import json
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from helpers.support import ROOT, read_lines, write_lines
from sacrerouge_litepyramid import (
    agreement,
    compare,
    compare_metrics,
    estimate,
    evaluate_table,
    plan_labels,
    score,
)
from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, REALSUMM, Corpus, setup
from sacrerouge_litepyramid.extraction.easiness import load_regressor
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.extraction.features import SentenceFeatures
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.training.mixing import mix_units

GOLDEN_FILE = Path(__file__).with_name("golden_numbers.json")

#: how far a number may be from the one in the file
TOLERANCE = 1e-9
#: the same for vectors and trees in single precision, whose sums depend on the processor
SINGLE_PRECISION_TOLERANCE = 1e-6
SINGLE_PRECISION_GROUPS = ("supert", "mixing")

HUMAN = "human"
LITE2PYRAMID = "lite2pyramid_p2c"
ROUGE = "rouge_1_recall"

Numbers = dict[str, float]


class Workplace(NamedTuple):
    """Where a group of numbers finds its data, and where it may write."""

    # a corpus's folder in this package's formats, not to be changed
    find_folder: Callable[[Corpus], Path]
    # an empty folder
    output: Path


# The released data


def read_corpus_summaries(place: Workplace, corpus: Corpus) -> list[Summary]:
    return read_summaries(place.find_folder(corpus) / "summaries.jsonl")


def list_units(path: Path, summaries: list[Summary]) -> list[tuple]:
    """Return the units of each summary's document."""
    units = read_units(path)
    return [units[summary.instance_id].units for summary in summaries]


def read_human_scores(place: Workplace, corpus: Corpus) -> dict[tuple[str, str], float]:
    """Return the human scores by document and system, which setting up a corpus computes from its
    labels.
    """
    lines = read_lines(place.find_folder(corpus) / "metrics.jsonl")
    return {
        (line["instance_id"], line["summarizer_id"]): line["metrics"]["litepyramid_recall"]
        for line in lines
    }


def read_label_lists(place: Workplace, corpus: Corpus) -> dict[tuple[str, str], list[int]]:
    """Return the labels of the units by document and system."""
    lines = read_lines(place.find_folder(corpus) / "labels.jsonl")
    return {(line["instance_id"], line["summarizer_id"]): line["labels"] for line in lines}


def list_references(summaries: list[Summary]) -> list:
    """Return the references of all documents, in the order of the documents' names."""
    by_document = {summary.instance_id: summary.references for summary in summaries}
    return [reference for name in sorted(by_document) for reference in by_document[name]]


def take_sample(summaries: list[Summary]) -> list[Summary]:
    """Return the summaries of the first 20 documents by the first 3 systems, by their names."""
    documents = sorted({summary.instance_id for summary in summaries})[:20]
    systems = sorted({summary.summarizer_id for summary in summaries})[:3]
    return [
        summary
        for summary in summaries
        if summary.instance_id in documents and summary.summarizer_id in systems
    ]


# Scores


def score_by_units(summaries: list[Summary], path: Path, metric: str, judge: str) -> Any:
    texts = [summary.text for summary in summaries]
    return score(texts, units=list_units(path, summaries), metric=metric, judge=judge)


def score_by_references(summaries: list[Summary], metric: str, **settings: Any) -> Any:
    texts = [summary.text for summary in summaries]
    references = [summary.references for summary in summaries]
    return score(texts, references=references, metric=metric, **settings)


def score_by_documents(summaries: list[Summary], metric: str, **settings: Any) -> Any:
    texts = [summary.text for summary in summaries]
    documents = [summary.documents for summary in summaries]
    return score(texts, documents=documents, metric=metric, **settings)


def average_human_scores(place: Workplace) -> Numbers:
    numbers = {}
    for corpus in (PYRXSUM, REALSUMM):
        scores = read_human_scores(place, corpus)
        numbers[f"{name_corpus(corpus)}/human"] = sum(scores.values()) / len(scores)
    return numbers


def average_pyramid_scores(place: Workplace, corpus: Corpus, judge: str) -> Numbers:
    """Return the means of the metrics by released units, and of lite3pyramid by its own clauses."""
    folder = place.find_folder(corpus)
    summaries = read_corpus_summaries(place, corpus)
    results = {
        "lite2pyramid": score_by_units(summaries, folder / "scus.jsonl", "lite2pyramid", judge),
        "lite2xpyramid": score_by_units(
            summaries, folder / "mixed50.jsonl", "lite2xpyramid", judge
        ),
        "lite3pyramid": score_by_units(summaries, folder / "stus.jsonl", "lite3pyramid", judge),
        "lite3pyramid-clauses": score_by_references(
            summaries, "lite3pyramid", judge=judge, extractor="clauses"
        ),
    }
    numbers = {}
    for metric, result in results.items():
        for measure in ("p2c", "l2c"):
            numbers[f"{name_corpus(corpus)}/{metric}/{judge}/{measure}"] = result.mean[measure]
    return numbers


def average_rouge(place: Workplace) -> Numbers:
    numbers = {}
    for corpus in (PYRXSUM, REALSUMM):
        means = score_by_references(read_corpus_summaries(place, corpus), "rouge-native").mean
        for measure in ("1_recall", "2_recall", "l_recall"):
            numbers[f"{name_corpus(corpus)}/rouge/{measure}"] = means[measure]
    return numbers


def average_ffci(place: Workplace) -> Numbers:
    sample = take_sample(read_corpus_summaries(place, REALSUMM))
    faithfulness = score_by_documents(sample, "ffci-faithfulness", base="unigram-precision")
    focus = score_by_references(sample, "ffci-focus", base="rouge")
    coverage = score_by_references(sample, "ffci-coverage", base="rouge")
    coherence = score(
        [summary.text for summary in sample], metric="ffci-coherence", coherence="logistic"
    )
    return {
        "realsumm/ffci-faithfulness/unigram-precision": faithfulness.mean["unigram-precision"],
        "realsumm/ffci-focus/rouge-1": focus.mean["rouge-1"],
        "realsumm/ffci-coverage/rouge-1": coverage.mean["rouge-1"],
        "realsumm/ffci-coherence/logistic": coherence.mean["mean"],
    }


def average_supert(place: Workplace) -> Numbers:
    sample = take_sample(read_corpus_summaries(place, REALSUMM))
    supert = score_by_documents(sample, "supert-native", encoder="char-ngram")
    numbers = {
        f"realsumm/supert/char-ngram/{name}": supert.mean[name]
        for name in ("f1", "recall", "precision")
    }
    cosine = score_by_documents(sample, "cls-cosine", encoder="char-ngram")
    numbers["realsumm/cls-cosine/char-ngram"] = cosine.mean["cls-cosine"]
    for baseline in ("js-relevance", "tfidf-relevance", "reaper"):
        numbers[f"realsumm/{baseline}"] = score_by_documents(sample, baseline).mean[baseline]
    return numbers


# Units


def count_extracted_units(place: Workplace) -> Numbers:
    references = list_references(read_corpus_summaries(place, PYRXSUM))[:50]
    numbers = {}
    for name in ("clauses", "dependency"):
        units_list = build(UnitExtractor, name).extract(references)
        numbers[f"pyrxsum/units/{name}"] = sum(len(units) for units in units_list)
    return numbers


def mix_by_regressor(place: Workplace) -> Numbers:
    """Return what the embedded regressor replaces in REALSumm, and the score by the units that it
    mixes.
    """
    path = place.output / "mixed.jsonl"
    mix_units(place.find_folder(REALSUMM), percentage=50, output=path)
    units = [unit for document in read_units(path).values() for unit in document.units]
    summaries = read_corpus_summaries(place, REALSUMM)
    mixed = score_by_units(summaries, path, "lite2xpyramid", "lexical")
    sentences = []
    for reference in list_references(summaries):
        sentences += sentences_of(reference)
    easiness = load_regressor().predict(build(SentenceFeatures, "dependency"), sentences)
    return {
        "realsumm/mix50/stus": sum(unit.kind == "stu" for unit in units),
        "realsumm/mix50/scus": sum(unit.kind == "scu" for unit in units),
        "realsumm/mix50/lite2xpyramid/lexical/p2c": mixed.mean["p2c"],
        "realsumm/easiness": float(easiness.mean(dtype="float64")),
    }


# Statistics


def tabulate_scores(place: Workplace, corpus: Corpus) -> list[dict[str, Any]]:
    """Return a row for each summary with its human score, its lite2pyramid by the lexical judge,
    and its ROUGE-1.
    """
    summaries = read_corpus_summaries(place, corpus)
    human = read_human_scores(place, corpus)
    pyramid = score_by_units(
        summaries, place.find_folder(corpus) / "scus.jsonl", "lite2pyramid", "lexical"
    )
    rouge = score_by_references(summaries, "rouge-native")
    return [
        {
            "instance_id": summary.instance_id,
            "summarizer_id": summary.summarizer_id,
            HUMAN: human[summary.instance_id, summary.summarizer_id],
            LITE2PYRAMID: pyramid_scores["p2c"],
            ROUGE: rouge_scores["1_recall"],
        }
        for summary, pyramid_scores, rouge_scores in zip(
            summaries, pyramid.scores, rouge.scores, strict=True
        )
    ]


def find_row(rows: list[dict[str, Any]], **fields: str) -> dict[str, Any]:
    """Return the one row with these fields."""
    (row,) = (row for row in rows if all(row[name] == value for name, value in fields.items()))
    return row


def name_interval(name: str, row: Mapping[str, float], value: str = "value") -> Numbers:
    """Return a row's number, the ends of its interval and of its limit, if any, by their names.

    ``value``: the number's name in the row.
    """
    numbers = {name: row[value], f"{name}/low": row["low"], f"{name}/high": row["high"]}
    for end, number in row.get("limit", {}).items():
        numbers[f"{name}/limit_{end}"] = number
    return numbers


def measure_agreement(place: Workplace, corpus: Corpus) -> Numbers:
    rows = agreement(tabulate_scores(place, corpus), human=HUMAN).to_dict()["rows"]
    numbers: Numbers = {}
    for metric in (LITE2PYRAMID, ROUGE):
        start = f"{name_corpus(corpus)}/agreement/{metric}"
        for level in ("system", "summary"):
            r = find_row(rows, metric=metric, level=level, coefficient="pearson")
            numbers |= name_interval(f"{start}/{level}/pearson", r)
        for level, coefficient in (
            ("summary", "spearman"),
            ("summary", "kendall"),
            ("summary", "acc_eq"),
            ("system", "pairwise_accuracy"),
            ("system", "spa"),
            ("global", "pearson"),
        ):
            row = find_row(rows, metric=metric, level=level, coefficient=coefficient)
            numbers[f"{start}/{level}/{coefficient}"] = row["value"]
    return numbers


def compare_two_systems(place: Workplace) -> Numbers:
    """Return the difference of PyrXSum's two best systems, alone and among all pairs, which max-T
    corrects for.
    """
    table = tabulate_scores(place, PYRXSUM)
    systems = ["google-pegasus", "facebook-bart-large"]
    (alone,) = compare(table, metric=LITE2PYRAMID, systems=systems).to_dict()["pairs"]
    pairs = compare(table, metric=LITE2PYRAMID).to_dict()["pairs"]
    among_all = find_row(pairs, first=systems[0], second=systems[1])
    return {
        **name_interval("pyrxsum/compare/pegasus-bart/difference", alone, "difference"),
        "pyrxsum/compare/pegasus-bart/p": alone["permutation_p"],
        "pyrxsum/compare/pegasus-bart/adjusted_p": among_all["adjusted_p"],
        "pyrxsum/compare/significant_pairs": sum(pair["better"] is not None for pair in pairs),
    }


def compare_two_metrics(place: Workplace) -> Numbers:
    pairs = compare_metrics(
        tabulate_scores(place, PYRXSUM), [LITE2PYRAMID, ROUGE], human=HUMAN
    ).to_dict()["pairs"]
    numbers: Numbers = {}
    for level in ("system", "summary"):
        pair = find_row(pairs, level=level, coefficient="pearson")
        numbers |= name_interval(
            f"pyrxsum/compare_metrics/{level}/pearson/difference", pair, "difference"
        )
        numbers[f"pyrxsum/compare_metrics/{level}/pearson/p"] = pair["permutation_p"]
    return numbers


def write_evaluation(place: Workplace) -> tuple[Path, dict[str, Any]]:
    """Evaluate PyrXSum's summaries and SCUs by the lexical judge.

    Return the folder and the evaluation.
    """
    summaries = read_corpus_summaries(place, PYRXSUM)
    units_list = list_units(place.find_folder(PYRXSUM) / "scus.jsonl", summaries)
    table = [
        {
            "instance_id": summary.instance_id,
            "summarizer_id": summary.summarizer_id,
            "summary": summary.text,
            "units": [unit.text for unit in units],
        }
        for summary, units in zip(summaries, units_list, strict=True)
    ]
    folder = place.output / "evaluation"
    evaluation = evaluate_table(table, judge="lexical", output_dir=folder)
    return folder, evaluation.to_dict()


def estimate_from_plan(folder: Path, labels: Mapping[tuple[str, str], list[int]]) -> dict[str, Any]:
    """Return the estimate from the released labels of the units that a plan chooses by default."""
    plan = plan_labels(folder, budget=400)
    rows = []
    for unit in plan.to_dict()["units"]:
        known = labels[unit["instance_id"], unit["summarizer_id"]]
        rows.append({**unit, "label": known[unit["unit"]]})
    return estimate(folder, rows, plan=plan).to_dict()


def estimate_from_chance(
    folder: Path, labels: Mapping[tuple[str, str], list[int]]
) -> dict[str, Any]:
    """Return the estimate from a tenth of the released labels, which are drawn at random and
    without a plan.
    """
    generator = random.Random(0)
    lines = []
    for document, system in sorted(labels):
        known = [label if generator.random() < 0.1 else None for label in labels[document, system]]
        lines.append({"instance_id": document, "summarizer_id": system, "labels": known})
    path = folder.parent / "chance.jsonl"
    write_lines(path, lines)
    return estimate(folder, path).to_dict()


def estimate_scores(place: Workplace) -> Numbers:
    """Return one system's score by the judge alone, and by the judge together with some labels."""
    system = "t5-large"
    folder, evaluation = write_evaluation(place)
    labels = read_label_lists(place, PYRXSUM)
    judged = find_row(evaluation["comparison"]["systems"], system=system)
    numbers = name_interval(f"pyrxsum/evaluate_table/{system}", judged, "mean")
    for design, estimated in (
        ("active", estimate_from_plan(folder, labels)),
        ("chance", estimate_from_chance(folder, labels)),
    ):
        combined = find_row(estimated["systems"], system=system)["combined"]
        numbers |= name_interval(f"pyrxsum/estimate/{design}/{system}", combined, "score")
    return numbers


# The groups, and the comparison with the file


def name_corpus(corpus: Corpus) -> str:
    return corpus.name.lower()


#: a test for each group, so that a failure is located and processes share the work
GROUPS: dict[str, Callable[[Workplace], Numbers]] = {
    "human": average_human_scores,
    "pyrxsum/lexical": partial(average_pyramid_scores, corpus=PYRXSUM, judge="lexical"),
    "pyrxsum/character-ngrams": partial(
        average_pyramid_scores, corpus=PYRXSUM, judge="character-ngrams"
    ),
    "realsumm/lexical": partial(average_pyramid_scores, corpus=REALSUMM, judge="lexical"),
    "realsumm/character-ngrams": partial(
        average_pyramid_scores, corpus=REALSUMM, judge="character-ngrams"
    ),
    "rouge": average_rouge,
    "ffci": average_ffci,
    "supert": average_supert,
    "units": count_extracted_units,
    "mixing": mix_by_regressor,
    "pyrxsum/agreement": partial(measure_agreement, corpus=PYRXSUM),
    "realsumm/agreement": partial(measure_agreement, corpus=REALSUMM),
    "compare": compare_two_systems,
    "compare_metrics": compare_two_metrics,
    "estimate": estimate_scores,
}
#: take a second or less: in every run of the tests, the others by ``make test-numbers``
QUICK_GROUPS = ("human", "ffci", "supert", "units", "pyrxsum/agreement")


def read_golden_numbers() -> dict[str, Numbers]:
    """Return the numbers of the file by group; none if there is no file yet."""
    return json.loads(GOLDEN_FILE.read_text("utf-8")) if GOLDEN_FILE.exists() else {}


def list_moved(group: str, golden: Numbers, computed: Numbers) -> Iterator[str]:
    """Yield a line for each number that moved, and for each that only the file or only the
    computation has.
    """
    tolerance = SINGLE_PRECISION_TOLERANCE if group in SINGLE_PRECISION_GROUPS else TOLERANCE
    for name in golden.keys() - computed.keys():
        yield f"{name}: {golden[name]} in the file, but not computed"
    for name, number in computed.items():
        if name not in golden:
            yield f"{name}: {number} computed, but not in the file"
        # NaN is near nothing, so it moved too.
        elif not abs(number - golden[name]) <= tolerance:
            yield f"{name}: {golden[name]} -> {number}"


def test_the_file_has_the_groups_that_are_computed() -> None:
    assert set(read_golden_numbers()) == set(GROUPS)


@pytest.mark.parametrize(
    "group",
    [
        pytest.param(name, marks=() if name in QUICK_GROUPS else pytest.mark.numbers)
        for name in GROUPS
    ],
)
def test_no_number_moved(
    group: str, released_corpus: Callable[[Corpus], Path], tmp_path: Path
) -> None:
    computed = GROUPS[group](Workplace(released_corpus, tmp_path))
    moved = list(list_moved(group, read_golden_numbers().get(group, {}), computed))
    assert not moved, "\n".join(moved)


def compute_numbers(shared: Path) -> dict[str, Numbers]:
    """Return all numbers by group."""
    with tempfile.TemporaryDirectory() as folder:
        folders = {}
        for corpus in (PYRXSUM, REALSUMM):
            folders[corpus] = Path(folder, corpus.name)
            setup(corpus, folders[corpus], shared / "data/lite-pyramid" / corpus.name)
        return {
            name: compute(Workplace(folders.__getitem__, Path(folder)))
            for name, compute in GROUPS.items()
        }


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Compute the golden numbers and print those that moved."
    )
    parser.add_argument("--write", action="store_true", help=f"write {GOLDEN_FILE.name} anew")
    should_write = parser.parse_args().write
    golden = read_golden_numbers()
    computed = compute_numbers(Path(os.environ.get("LITEPYRAMID_SHARED", ROOT.parent / "shared")))
    moved = []
    for group in sorted(golden.keys() | computed.keys()):
        moved += list_moved(group, golden.get(group, {}), computed.get(group, {}))
    print(*moved, f"{len(moved)} of {sum(map(len, computed.values()))} numbers moved", sep="\n")
    if should_write:
        GOLDEN_FILE.write_text(json.dumps(computed, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
