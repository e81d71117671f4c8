import json

import pytest

from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.presence.lexical import LexicalPresence


@pytest.fixture
def train(data, tmp_path, monkeypatch):
    """Runs the command on the small data set, with more arguments; the exit status."""
    monkeypatch.chdir(tmp_path)
    inputs = [f"--{name}-file={data / file}.jsonl" for name, file in
              (("summaries", "summaries"), ("units", "scus"), ("presence", "presence"))]  # fmt: skip
    return lambda *more: main(["train-lexical", *inputs, "--output-file", "out/weights.json", *more])


def test_weights_and_report(train, data, tmp_path, capsys):
    files = [str(data / name) for name in ("summaries.jsonl", "scus.jsonl", "presence.jsonl")]
    more = ["--report-file", "out/report.json", "--source", "made up", "--licence", "CC0", "--test-files", *files]
    assert train(*more) == 0
    report = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    identity = LexicalPresence(str(tmp_path / "out" / "weights.json")).identity()
    assert identity == {"type": "lexical", "model": "made up", "revision": report["revision"]}
    assert report["training"] == {
        "source": "made up",
        "licence": "CC0",
        "command": "sacrerouge-litepyramid train-lexical --summaries-file summaries.jsonl --units-file scus.jsonl "
        "--presence-file presence.jsonl --output-file weights.json",
        "examples": 2,
        "summaries": 4,
        "labels": 10,
        "idf": "summaries",
    }
    assert report["training_set"]["system_pearson"] is None
    assert report["test_set"] == report["training_set"]
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].split() == ["training", "set"] + ["none"] * 6
    assert printed[2].split() == ["test", "set"] + ["none"] * 6
    assert printed[3].startswith("Warning: training set: 2 systems: no correlation")


def test_documents_of_the_summaries_make_the_idf_table(train, data, tmp_path):
    lines = [json.loads(line) for line in (data / "summaries.jsonl").read_text("utf-8").splitlines()]
    with_documents = [{**line, "documents": [{"text": ["a cat", "and a cat"]}]} for line in lines]
    (data / "summaries.jsonl").write_text("\n".join(map(json.dumps, with_documents)), "utf-8")
    assert train() == 0
    weights = json.loads((tmp_path / "out" / "weights.json").read_text("utf-8"))
    assert weights["documents"] == 2
    assert weights["document_frequencies"] == {"cat": 2}


def test_folds(train, data, tmp_path, capsys):
    (data / "folds.json").write_text(json.dumps({"by_examples": [["a"], ["b"]]}), "utf-8")
    assert train("--folds-file", str(data / "folds.json"), "--report-file", "report.json") == 0
    folds = json.loads((tmp_path / "report.json").read_text("utf-8"))["folds_by_examples"]
    assert [fold["documents"] for fold in folds["folds"]] == [1, 1]
    assert "held-out folds, mean" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("folds", "message"),
    [
        ("{", "folds.json: not JSON"),
        ("[]", "folds.json: an object with the field 'by_examples' was expected"),
        ("{}", "folds.json: the field 'by_examples' (list) is missing"),
        ('{"by_examples": ["a"]}', "must be a list of lists of instance ids"),
        ('{"by_examples": [["a"], ["c"]]}', "folds name 1 instances without judgements, one is 'c'"),
    ],
)
def test_wrong_folds_leave_no_output(train, data, tmp_path, capsys, folds, message):
    (data / "folds.json").write_text(folds, "utf-8")
    assert train("--folds-file", str(data / "folds.json")) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out" / "weights.json").exists()
