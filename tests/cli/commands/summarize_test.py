"""`experiment summarize`: summaries that can be scored, and the report beside the baselines."""

import json
from pathlib import Path

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main

SHORT = '{"type": "genetic", "population": 20, "rounds": 2}'


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def line(index: int) -> dict:
    sentences = [
        f"Word{index + k} word{2 * k} said that word{index} saw word{k}." for k in range(9)
    ]
    return {
        "instance_id": f"d{index}",
        "documents": [{"text": " ".join(sentences)}],
        "references": [{"text": [sentences[4], sentences[6]]}],
    }


def summarize(*arguments: str) -> int:
    words = ["experiment", "summarize", "--documents", "documents.jsonl", "--output", "out.jsonl"]
    return main([*words, *arguments])


def test_the_output_can_be_scored_and_the_report_tells_its_reward(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [line(0), line(1), line(2)]
    write_lines(Path("documents.jsonl"), given)
    words = ["--summarizer", SHORT, "--max-tokens", "14", "--seed", "2"]
    assert summarize(*words) == 0
    head, *rows, last = capsys.readouterr().out.splitlines()[:5]
    table = {row.split()[0]: row.split()[1:] for row in rows}
    assert head.split() == ["reward", "tokens", "rouge-1", "rouge-2", "rouge-l"]
    assert list(table) == ["genetic", "lead", "random"]
    assert last.startswith("reward of genetic: above lead on 3 and equal on 0, above random on 3")
    for written, before in zip(read_lines(Path("out.jsonl")), given, strict=True):
        sentences = written.pop("summary")["text"]
        assert written == before | {"summarizer_id": "genetic", "summarizer_type": "peer"}
        assert len(" ".join(sentences).split()) == 14
        assert all(sentence in before["documents"][0]["text"] for sentence in sentences)
    reading = ["--dataset-reader", "document-based", "--input-files", "out.jsonl", "--silent"]
    outputs = ["--macro-output-json", "macro.json", "--micro-output-jsonl", "micro.jsonl"]
    assert main(["supert-native", "evaluate", *reading, *outputs]) == 0
    means = json.loads(Path("macro.json").read_text())["metrics"]["supert-native"]
    assert f"{means['f1']:.4f}" == table["genetic"][0]
    reward, own = json.loads(Path("out.jsonl.signature.json").read_bytes())
    assert (reward["metric"], own["metric"]) == ("supert-native", "summarize")
    assert (own["max_tokens"], own["seed"]) == (14, 2)


def test_tiny_documents(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"empty": "", "one": "One sentence.", "long": "This sentence is longer than 3 tokens."}
    lines = [{"instance_id": name, "documents": [{"text": texts[name]}]} for name in texts]
    write_lines(Path("documents.jsonl"), lines)
    assert summarize("--max-tokens", "3") == 0
    written = [each["summary"]["text"] for each in read_lines(Path("out.jsonl"))]
    assert written == [[], ["One sentence."], []]
    assert "line 3, instance 'long': no sentence has 1 to 3 tokens; its summary" in caplog.text
    assert "instance 'empty'" in caplog.text and "instance 'one'" not in caplog.text
    head, row, *_ = capsys.readouterr().out.splitlines()
    assert head.split() == ["reward", "tokens"], "without references there is no ROUGE"
    assert row.split() == ["genetic", "0.5000", "0.7"], "documents without words have no reward"
    assert "genetic: 1 of 3 summaries have no reward; the mean excludes them" in caplog.text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--max-tokens", "0"], "--max-tokens must be at least 1, not 0"),
        (["--reward", "ffci-focus"], "the metric 'ffci-focus' needs references"),
        (["--summarizer", "x"], "the summarizer 'x' is unknown; known: genetic, "),
        (
            ["--summarizer", '{"type": "lead", "sentences": 3}'],
            "the argument 'sentences' is unknown",
        ),
        (["--reward", "{"], "the reward '{': not JSON "),
    ],
)
def test_wrong_options_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_lines(Path("documents.jsonl"), [line(0)])
    assert summarize(*arguments) == 1
    assert message in capsys.readouterr().err
    assert not Path("out.jsonl").exists()
