"""`score-corpus`: the scores of `score`, as a stream, from either format, and again after it was
killed.
"""

import json
import math
from pathlib import Path

import pytest

from helpers.corpus_lines import SAMPLE, make_lines
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def score_corpus(*arguments: str) -> int:
    return main(["score-corpus", *arguments])


def test_it_scores_as_score_does_in_the_order_of_the_lines() -> None:
    files = [str(SAMPLE / "summaries.jsonl"), str(SAMPLE / "scus.jsonl")]
    reading = ["--dataset-reader", "units-based", "--input-files", *files]
    assert (
        main(["lite2pyramid", "score", *reading, "--output-jsonl", "expected.jsonl", "--silent"])
        == 0
    )
    own = [files[0], "--units", files[1]]
    assert score_corpus(*own, "--output", "scores.jsonl", "--batch-size", "7") == 0
    scores, expected = read_lines(Path("scores.jsonl")), read_lines(Path("expected.jsonl"))
    for line in expected:
        line["metrics"].pop("lite2pyramid_jk", None)  # a corpus is not jackknifed
    names = [(line["instance_id"], line["summarizer_id"]) for line in scores]
    assert names == [
        (line["instance_id"], line["summarizer_id"]) for line in read_lines(Path(files[0]))
    ]
    assert sorted(scores, key=lambda line: (line["instance_id"], line["summarizer_id"])) == expected
    (signature,) = json.loads(Path("scores.jsonl.signature.json").read_text())
    assert signature["corpus"]["summaries"] == len(scores)
    assert signature["judge"]["type"] == "lexical"


def test_parquet_in_and_out_is_the_same() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from pyarrow import Table

    lines = make_lines()
    for line in lines:
        line["units"] = [{"text": unit["text"], "reference": [0, 1]} for unit in line["units"]]
    lines[1]["units"] = []
    write_lines(Path("corpus.jsonl"), lines)
    parquet.write_table(Table.from_pylist(lines), "corpus.parquet", row_group_size=9)
    assert score_corpus("corpus.jsonl", "--output", "scores.jsonl") == 0
    assert score_corpus("corpus.parquet", "--output", "from_parquet.jsonl") == 0
    assert Path("from_parquet.jsonl").read_bytes() == Path("scores.jsonl").read_bytes()
    assert score_corpus("corpus.jsonl", "--output", "scores.parquet", "--batch-size", "9") == 0
    scores = parquet.read_table("scores.parquet")["lite2pyramid_p2c"].to_pylist()
    expected = [line["metrics"]["lite2pyramid"]["p2c"] for line in read_lines(Path("scores.jsonl"))]
    assert scores == pytest.approx(expected, nan_ok=True)
    assert math.isnan(expected[1]), "a summary without units has no score"


GOOD = {"instance_id": "a", "summarizer_id": "s", "summary": "x", "units": ["x"]}


def test_a_broken_parquet_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("corpus.parquet").write_text("no Parquet")
    assert score_corpus("corpus.parquet", "--output", "scores.jsonl") == 1
    assert "corpus.parquet: cannot be read as a Parquet file" in capsys.readouterr().err


def test_units_are_extracted_from_references_in_the_same_pass() -> None:
    options = ["--metrics", "lite3pyramid", "--extractor", "sentence"]
    summaries = str(SAMPLE / "summaries.jsonl")
    assert score_corpus(summaries, *options, "--output", "scores.jsonl", "--batch-size", "20") == 0
    extracted = ["--references", summaries, "--output", "stus.jsonl", *options[2:]]
    assert main(["extract-units", *extracted]) == 0
    own = [summaries, "--units", "stus.jsonl", *options[:2]]
    assert score_corpus(*own, "--output", "expected.jsonl") == 0
    assert read_lines(Path("scores.jsonl")) == read_lines(Path("expected.jsonl"))


def test_several_files_are_one_corpus() -> None:
    lines = make_lines()
    Path("folder/deeper").mkdir(parents=True)
    write_lines(Path("folder/a.jsonl"), lines[:30])
    write_lines(Path("folder/deeper/b.jsonl"), lines[30:])
    write_lines(Path("whole.jsonl"), lines)
    assert score_corpus("whole.jsonl", "--output", "expected.jsonl") == 0
    assert score_corpus("folder", "--output", "several.jsonl", "--batch-size", "25") == 0
    assert Path("several.jsonl").read_bytes() == Path("expected.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--engine", "spark"], "--engine: the type 'spark' is unknown; known: local, ray"),
        (
            ["--engine", '{"type": "ray", "gpus": 1}'],
            "--engine ray: the argument 'gpus' is unknown",
        ),
        (["--extractor", "sentence"], "lite2pyramid needs SCUs; choose --metrics lite3pyramid"),
        (
            ["--engine", '{"type": "ray", "concurrency": 0}'],
            "concurrency must be at least 1, not 0",
        ),
        (["--engine", '{"type": "ray", "num_gpus": NaN}'], "num_gpus must be at least 0, not nan"),
    ],
)
def test_options_that_exclude_each_other(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("ray", reason="needs ray")
    write_lines(Path("corpus.jsonl"), [GOOD])
    assert score_corpus("corpus.jsonl", "--output", "scores.jsonl", *options) == 1
    assert message in capsys.readouterr().err
    assert not Path("scores.jsonl").exists()


def test_an_output_that_is_read_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("folder").mkdir()
    write_lines(Path("folder/corpus.jsonl"), [GOOD])
    assert score_corpus("folder", "--output", "folder/corpus.jsonl") == 1
    assert "folder/corpus.jsonl is folder/corpus.jsonl, an input" in capsys.readouterr().err


def test_unequal_numbers_of_summaries_give_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    write_lines(
        Path("corpus.jsonl"), [GOOD, GOOD | {"instance_id": "b"}, GOOD | {"summarizer_id": "t"}]
    )
    assert score_corpus("corpus.jsonl", "--output", "scores.jsonl") == 0
    warning = "Warning: 1 to 2 summaries of a system: means over different documents"
    assert warning in capsys.readouterr().out
