"""`compare`, `agreement` and `compare_metrics` from Python: folders, files, tables, results."""

import math

import numpy as np
import pandas
import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid import agreement, compare, compare_metrics, evaluate_table, score
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.meta_evaluation.records import SUMMARY
from sacrerouge_litepyramid.meta_evaluation.sentinels import CONTENT_WORDS, LENGTH
from sacrerouge_litepyramid.statistics.estimate import Estimate

TABLE = {
    "doc": list("aaabbb"),
    "system": list("xyzxyz"),
    "human": [0.1, 0.5, 0.9, 0.2, 0.3, 0.8],
    "rouge": [1, 5, 9, 2, 3, 8],
    "noise": [0.8, 0.3, 0.2, 0.9, 0.5, 0.1],
}
FACTS = ["A fire closed the harbour.", "Nobody was hurt.", "The mayor spoke on Monday."]
TEXTS = {"all": " ".join(FACTS), "some": FACTS[0], "none": "Rain fell."}
OUTPUTS = [
    {
        "id": f"d{number}",
        "system": name,
        "summary": text,
        "units": FACTS,
        "quality": len(text),
        "length": -len(text),
    }
    for number in range(4)
    for name, text in TEXTS.items()
]
QUICK = {"resamples": 20, "permutations": 20}


def without(*names):
    return {name: column for name, column in TABLE.items() if name not in names}


def test_every_source_of_scores_gives_the_same_verdicts(tmp_path):
    frame = pandas.DataFrame(TABLE)
    frame.to_csv(tmp_path / "scores.csv", index=False)
    frame.to_parquet(tmp_path / "scores.parquet")
    arrays = {name: np.array(column) for name, column in TABLE.items()}
    sources = [
        frame,
        frame.to_dict("records"),
        arrays,
        tmp_path / "scores.csv",
        str(tmp_path / "scores.parquet"),
    ]
    for source in sources:
        assert (
            compare(source, permutations=20).to_dict() == compare(TABLE, permutations=20).to_dict()
        )
        assert agreement(source).to_dict() == agreement(TABLE).to_dict()
        assert (
            compare_metrics(source, **QUICK).to_dict() == compare_metrics(TABLE, **QUICK).to_dict()
        )
    assert compare(TABLE).metric == "rouge" and agreement(TABLE).human_metric == "human"


def test_systems_and_the_metric_are_chosen():
    found = compare(TABLE, metric="noise", systems=["z", "x"])
    assert found["system"] == ["z", "x"] and found.pairs[0].difference.value == pytest.approx(
        0.15 - 0.85
    )
    assert compare(TABLE, metric="human")["system"] == ["z", "y", "x"]
    assert compare(without("rouge", "noise")).metric == "human", "the only scores"


def test_the_human_score_and_metrics_are_chosen():
    found = agreement(TABLE, ["rouge"], resamples=20)
    assert set(found["metric"]) == {"rouge"} and found.find("rouge").summary.pearson.value > 0.99
    assert set(agreement(TABLE, human="noise", resamples=20)["metric"]) == {"human", "rouge"}
    renamed = {**without("human"), "Coverage": TABLE["human"]}
    named = agreement(renamed, ["rouge"], resamples=20)
    assert named.human_metric == "Coverage" and named.rows == found.rows


def test_rows_of_scores_that_belong_to_no_summary_are_named_first(tmp_path, caplog):
    lines = [
        {
            "instance_id": str(number),
            "summarizer_id": system,
            "summarizer_type": "peer",
            "metrics": {"human": number + len(system)},
        }
        for number in range(1, 7)
        for system in ("a", "bb", "ccc")
    ]
    write_lines(tmp_path / "metrics.jsonl", lines)
    rows = ["id,system,judge"]
    for line in lines:
        number = int(line["instance_id"]) - 1
        rows.append(f"{number},{line['summarizer_id']},{line['metrics']['human'] ** 2}")
    (tmp_path / "judge.csv").write_text("\n".join(rows) + "\n")
    folder = EvaluationFolder(tmp_path, [tmp_path / "judge.csv"])
    agreement(folder, ["judge"], resamples=0)
    assert caplog.messages[0] == (
        "3 of 18 rows of judge.csv belong to no summary here (first: '0'); 3 summaries have no score"
    )


def test_durations_in_a_file_of_scores_are_metrics_only_if_named(tmp_path):
    table = {**TABLE, "latency_ms": [3, 1, 4, 1, 5, 9], "judge": [1, 2, 3, 4, 5, 7]}
    pandas.DataFrame(table).to_csv(tmp_path / "scores.csv", index=False)
    for source in (table, tmp_path / "scores.csv"):
        measured = set(agreement(source, resamples=0)["metric"])
        assert "judge" in measured and "latency_ms" not in measured
        assert set(agreement(source, ["latency_ms"], resamples=0)["metric"]) == {"latency_ms"}


def test_an_evaluation_and_its_folder_agree(tmp_path):
    found = evaluate_table(
        OUTPUTS, {"metrics": "length"}, human="quality", output_dir=tmp_path / "out"
    )
    folder = tmp_path / "out"
    assert compare(folder).to_dict() == found.comparison.to_dict()
    measured = agreement(folder)
    assert measured.human_metric == "quality"
    assert set(measured["metric"]) - {CONTENT_WORDS, LENGTH} == {
        "length",
        "lite2pyramid_p2c",
        "lite2pyramid_l2c",
    }
    rows = agreement(folder, ["lite2pyramid_p2c", "length"]).rows
    assert [row for row in rows if row in found.agreement.rows] == found.agreement.rows
    (first, *_) = compare_metrics(folder, ["length", "lite2pyramid_p2c"], **QUICK).pairs
    assert (first.first, first.second) == ("length", "lite2pyramid_p2c")


def test_what_score_returned_is_a_table():
    texts = list(TEXTS.values()) * 2
    found = score(
        texts,
        units=[FACTS] * 6,
        systems=list(TEXTS) * 2,
        instance_ids=list("aaabbb"),
        judge="lexical",
    )
    assert compare(found).metric == "lite2pyramid_p2c" and compare(found)["system"] == list(TEXTS)


def test_scores_that_are_not_numbers_are_excluded_and_infinite_ones_counted():
    scores = [math.nan, 0.5, math.inf, 0.2, 0.3, 0.8]
    found = agreement({**without("noise"), "rouge": scores}, resamples=0)
    assert found.to_dict()["not_finite"] == {"rouge": 1} and found.to_dict()["excluded"] == (
        "rouge has scores of 4 of 6 summaries. All numbers are of the 4 summaries that have all "
        "scores (3 systems, 2 documents)."
    )


def test_metrics_are_compared_by_their_agreement():
    """The first metric is the human score and noise; the second is noise.

    Both are compared over 30 documents.
    """
    rng = np.random.default_rng(0)
    human = rng.random(150)
    table = {
        "doc": np.repeat(np.arange(30), 5),
        "system": np.tile(list("vwxyz"), 30),
        "human": human,
    }
    table |= {"good": human + rng.normal(0, 0.1, 150), "noise": rng.random(150)}
    found = compare_metrics(table, resamples=50, permutations=200)
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.by_level[SUMMARY].pearson.better) == (
        "good",
        "noise",
        "good",
    )
    assert 2 <= found.count_documents_needed(pair) < 30
    tests = pair.by_level[SUMMARY]
    unknown = tests._replace(pearson=tests.pearson._replace(difference=Estimate(0.1)))
    assert found.count_documents_needed(pair._replace(by_level={SUMMARY: unknown})) is None


MISTAKES = {
    "^systems: no scores of the system 'w'; the systems are: x, y, z": lambda: compare(
        TABLE, systems=["x", "w"]
    ),
    "^systems: pass two or more different systems, not x": lambda: compare(TABLE, systems=["x"]),
    "^table: no metric 'bleu'; known: human, noise, rouge": lambda: compare(TABLE, metric="bleu"),
    "no column was recognised as the summarizer_id; rename": lambda: compare(without("system")),
    "table: no column of numbers; add a column": lambda: compare(
        without("human", "rouge", "noise")
    ),
    "table: no scores; pass a row for each summary": lambda: compare([]),
    "table: the table's columns have different lengths .doc: 6, system: 6, human: 6, m: 1.; pass": lambda: (
        agreement({**without("rouge", "noise"), "m": [1.0]})
    ),
    "system 'x' is 0.5, but 0.1 in an earlier line; keep one": lambda: agreement(
        {**TABLE, "system": list("xxyxyz")}
    ),
    "a comparison needs two metrics or more, not rouge": lambda: compare_metrics(TABLE, ["rouge"]),
    "table: no metric but 'human'; pass a metric's scores too": lambda: agreement(
        without("rouge", "noise")
    ),
    r"table: no column .* human score; the columns are: rouge, noise; name it: human=": lambda: (
        agreement(without("human"))
    ),
    "table: the summaries have no scores; pass the folder that evaluate_table": lambda: compare(
        [{"doc": "a", "model": "x", "output": "A fire.", "reference": "A fire."}]
    ),
    "a table must be a DataFrame, a Dataset or a list of dictionaries, not 3": lambda: compare(3),
    "columns 'human', 'rating' may be the human score; keep one, or name it: human='human'": lambda: (
        agreement({**TABLE, "rating": TABLE["human"]})
    ),
    "no system summary has the score 'human'": lambda: agreement(
        {**TABLE, "human": [math.inf] * 6}
    ),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_mistakes_are_named(message):
    with pytest.raises(ValueError, match=message):
        MISTAKES[message]()
