"""`experiment summarize`: summaries that can be scored, and the report beside the baselines."""

import json
from pathlib import Path

import pytest

from helpers import fake_rewards  # noqa: F401 (registers the rewards)
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


def summarize(*arguments: str, output: str = "out.jsonl") -> int:
    return main(
        [
            "experiment",
            "summarize",
            "--documents",
            "documents.jsonl",
            "--output",
            output,
            *arguments,
        ]
    )


def test_the_output_can_be_scored_and_the_report_tells_its_reward(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_lines(Path("documents.jsonl"), [line(0), line(1), line(2)])
    assert (
        summarize("--summarizer", SHORT, "--max-tokens", "14", "--systems", "mine", "--seed", "2")
        == 0
    )
    printed = capsys.readouterr().out.splitlines()
    rows = {row.split()[0]: row.split()[1:] for row in printed[1:4]}
    assert printed[0].split() == ["reward", "tokens", "rouge-1", "rouge-2", "rouge-l"]
    assert list(rows) == ["mine", "lead", "random"]
    assert float(rows["mine"][0]) > float(rows["lead"][0])
    assert (
        printed[4]
        == "reward of mine: above lead on 3 and equal on 0, above random on 3 and equal on 0 of 3 "
        "documents"
    )
    written = read_lines(Path("out.jsonl"))
    assert [each["instance_id"] for each in written] == ["d0", "d1", "d2"]
    for each, given in zip(written, [line(0), line(1), line(2)], strict=True):
        assert each.keys() == {
            "instance_id",
            "summarizer_id",
            "summarizer_type",
            "summary",
            "references",
            "documents",
        }
        assert (each["documents"], each["references"]) == (given["documents"], given["references"])
        assert (each["summarizer_id"], each["summarizer_type"]) == ("mine", "peer")
        assert len(" ".join(each["summary"]["text"]).split()) == 14
        assert all(
            sentence in given["documents"][0]["text"] for sentence in each["summary"]["text"]
        )
    reading = ["--dataset-reader", "document-based", "--input-files", "out.jsonl"]
    outputs = [
        "--macro-output-json",
        "macro.json",
        "--micro-output-jsonl",
        "micro.jsonl",
        "--silent",
    ]
    assert main(["supert-native", "evaluate", *reading, *outputs]) == 0
    macro = json.loads(Path("macro.json").read_text())
    assert f"{macro['metrics']['supert-native']['f1']:.4f}" == rows["mine"][0]
    rouge = (
        "rouge-native score --dataset-reader reference-based --input-files out.jsonl "
        "--output-jsonl rouge.jsonl"
    )
    assert main([*rouge.split(), "--silent"]) == 0
    rouge_2 = [each["metrics"]["rouge-native"]["2_f1"] for each in read_lines(Path("rouge.jsonl"))]
    assert f"{sum(rouge_2) / 3:.4f}" == rows["mine"][3]


@pytest.mark.parametrize(
    "summarizer", [SHORT, '{"type": "reinforce", "samples": 20, "episodes": 3}', "random"]
)
def test_the_seed_decides_and_neither_other_instances_nor_the_name(summarizer: str) -> None:
    if "reinforce" in summarizer:
        pytest.importorskip("torch")
    options = ["--summarizer", summarizer, "--max-tokens", "14", "--reward", "distinct-words"]
    write_lines(Path("documents.jsonl"), [line(0), line(1), line(2)])
    for name, seed in (("one", "1"), ("again", "1"), ("two", "2")):
        assert summarize(*options, "--seed", seed, output=f"{name}.jsonl") == 0
    assert (
        Path("one.jsonl").read_bytes()
        == Path("again.jsonl").read_bytes()
        != Path("two.jsonl").read_bytes()
    )
    assert summarize(*options, "--seed", "1", "--systems", "mine", output="mine.jsonl") == 0
    named = [each | {"summarizer_id": "mine"} for each in read_lines(Path("one.jsonl"))]
    assert read_lines(Path("mine.jsonl")) == named
    write_lines(Path("documents.jsonl"), [line(2)])
    assert summarize(*options, "--seed", "1", output="last.jsonl") == 0
    assert read_lines(Path("last.jsonl")) == read_lines(Path("one.jsonl"))[2:]


def test_tiny_documents(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {
        "empty": "",
        "one": "One sentence.",
        "long": "This sentence is longer than the budget.",
    }
    write_lines(
        Path("documents.jsonl"),
        [{"instance_id": n, "documents": [{"text": text}]} for n, text in texts.items()],
    )
    assert summarize("--max-tokens", "3") == 0
    assert [each["summary"]["text"] for each in read_lines(Path("out.jsonl"))] == [
        [],
        ["One sentence."],
        [],
    ]
    warned = (
        "documents.jsonl, line 3, instance 'long': no sentence has 1 to 3 tokens; its "
        "summary is empty"
    )
    assert (
        warned in caplog.text
        and "instance 'empty'" in caplog.text
        and "instance 'one'" not in caplog.text
    )
    table = capsys.readouterr().out.splitlines()
    assert table[0].split() == ["reward", "tokens"], "without references there is no ROUGE"
    assert table[1].split() == ["genetic", "0.5000", "0.7"], (
        "documents without words have no reward"
    )
    for name in ("genetic", "lead", "random"):
        assert f"{name}: 1 of 3 summaries have no reward; the mean excludes them" in caplog.text


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
        (["--systems", "lead"], "--systems: 'lead' is the name of a baseline; choose another name"),
    ],
)
def test_wrong_options_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_lines(Path("documents.jsonl"), [line(0)])
    assert summarize(*arguments) == 1
    assert message in capsys.readouterr().err
    assert not Path("out.jsonl").exists()
