"""A judge that refuses half of what one system omits: what commands and the API say of its scores.

The truth is that A states half of the units and B four in ten; by the answered units B leads.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai", reason="needs openai")

from helpers.fake_endpoint import (
    KEY,
    MODEL,
    FakeEndpoint,
    answer_by_words,
    is_stated,
    read_texts,
    serve,
)
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid import compare, estimate, evaluate_table, score
from sacrerouge_litepyramid.__main__ import main

DOCUMENTS, UNITS = 12, 10
JUDGE = {"type": "endpoint", "model": MODEL}
MISSING = "36 of 120 answers of B are missing"
REFUSAL = "I cannot help with that."


def make_rows() -> list[dict[str, Any]]:
    """Rows of a table: of ten units, A states 4 to 6 and B 3 to 5."""
    rows = []
    for number in range(DOCUMENTS):
        units = [f"fact{number}x{place}" for place in range(UNITS)]
        for system, stated in (("A", 5), ("B", 4)):
            count = stated + number % 3 - 1
            rows.append(
                {
                    "instance_id": f"d{number:02}",
                    "summarizer_id": system,
                    "summary": " ".join([f"by{system}", *units[:count]]),
                    "units": units,
                    "human": (count + number % 5 / 5 - 0.4) / UNITS,
                }
            )
    return rows


def refuse_half(body: dict[str, Any]) -> str:
    """No answer about the last units of B, which it omits, three in a document."""
    summary, unit = read_texts(body)
    is_refused = summary.startswith("byB") and unit[-1] in "789" and not is_stated(summary, unit)
    return REFUSAL if is_refused else answer_by_words(body)


def refuse(body: dict[str, Any]) -> str:
    return REFUSAL


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, here: Path) -> Iterator[FakeEndpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(here / "cache"))
    write_lines(here / "table.jsonl", make_rows())
    with serve(FakeEndpoint()) as found:
        monkeypatch.setenv("OPENAI_BASE_URL", found.address)
        yield found


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the evaluation by the judge that refuses half."""
    folder = tmp_path_factory.mktemp("refused")
    with pytest.MonkeyPatch.context() as patch, serve(FakeEndpoint()) as server:
        patch.setenv("OPENAI_API_KEY", KEY)
        patch.setenv("OPENAI_BASE_URL", server.address)
        patch.setenv("LITEPYRAMID_CACHE", str(folder / "cache"))
        server.answer = refuse_half
        evaluate_table(make_rows(), judge=JUDGE, output_dir=folder / "out")
    return folder / "out"


@pytest.fixture
def refused(evaluated: Path, here: Path) -> Path:
    """A copy of the folder, as ``out`` in the working folder."""
    return Path(shutil.copytree(evaluated, here / "out"))


def test_no_system_leads_while_its_missing_answers_could_change_it(refused: Path) -> None:
    verdict = json.loads(Path("out/verdict.json").read_text("utf-8"))
    (leader,) = verdict["verdict"]["leaders"]
    assert "no system leads, because answers are missing: B has the higher mean" in leader
    assert verdict["verdict"]["warnings"][0].startswith(f"{MISSING}: means are of the answered")
    first, second = verdict["comparison"]["systems"]
    assert (first["system"], first["units"], first["answered"]) == ("B", 120, 84)
    # All that it refused is omitted, so that the lower bound is the truth.
    assert first["bounds"] == pytest.approx([0.4, 0.7])
    assert (second["units"], second["answered"]) == (120, 120)
    assert second["bounds"] == pytest.approx([0.5, 0.5])
    (pair,) = verdict["comparison"]["pairs"]
    assert pair["better"] is None and pair["adjusted_p"] < 0.05
    assert pair["bounds"] == pytest.approx([-0.1, 0.2])
    assert first["groups"] == second["groups"] == "a"


def test_the_page_and_the_terminal_count_the_answers(
    refused: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "out"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert f"Whether A and B differ is open: {MISSING}" in printed
    assert "84/120" in printed and "120/120" in printed
    page = Path("out/report.html").read_text("utf-8")
    assert '"answered":"84/120"' in page and MISSING in page
    # The command makes the page from the files.
    assert main(["report", "out", "--output", "again.html"]) == 0
    assert '"answered":"84/120"' in Path("again.html").read_text("utf-8")


def test_an_explanation_counts_the_unanswered_units(
    refused: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "out", "d01", "B"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "no answer for 3 of 10 units; with these as 0 and as 1 the score is 0.400" in printed


def test_measures_of_answers_are_in_every_line_and_are_no_metrics(
    refused: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in read_lines(Path("out/scores.jsonl")):
        measures = line["metrics"]["lite2pyramid"]
        assert list(measures) == ["p2c", "l2c", "units", "answered", "answeredweight"]
        assert measures["units"] == UNITS
        assert measures["answeredweight"] == pytest.approx(measures["answered"] / UNITS)
    assert main(["agreement", "out", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    metrics = {row["metric"] for row in found["rows"]}
    assert {"lite2pyramid_p2c", "lite2pyramid_l2c"} <= metrics
    assert not any("answered" in name or "units" in name for name in metrics)


@pytest.mark.parametrize(
    "requirement",
    [
        ["compare", "out", "--require-better", "B", "A"],
        ["compare", "out", "--require-better", "A", "B"],
        ["compare", "out", "--require-not-worse", "A", "B", "--margin", ".02"],
        ["agreement", "out", "--require", "global r <= .8"],
    ],
)
def test_a_gate_is_undecided_if_missing_answers_could_change_it(
    refused: Path, requirement: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(requirement) == 4
    assert MISSING in capsys.readouterr().out.splitlines()[-1]


def test_a_gate_holds_if_it_does_for_all_that_is_missing(refused: Path) -> None:
    assert main(["compare", "out", "--require-not-worse", "A", "B", "--margin", ".5"]) == 0
    assert main(["agreement", "out", "--require", "global r >= -.5"]) == 0


def test_two_evaluations_are_compared_with_the_answers_of_both(
    refused: Path, endpoint: FakeEndpoint
) -> None:
    evaluate_table("table.jsonl", judge=JUDGE, output_dir="whole")
    result = compare("out", "whole")
    assert str(result.answers["out/B"]) == "84/120"
    (pair,) = [pair for pair in result.pairs if {pair.first, pair.second} == {"out/B", "whole/B"}]
    assert pair.lacks_answers and pair.better is None


def test_the_range_of_correlations_is_written(
    refused: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agreement", "out", "--metrics", "lite2pyramid_p2c", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (row,) = [
        row
        for row in found["rows"]
        if row["metric"] == "lite2pyramid_p2c"
        and (row["level"], row["coefficient"]) == ("global", "pearson")
    ]
    low, high = row["bounds"]
    # With the missing as 0 the scores are nearly the human ones.
    assert low < row["value"] < 0.9 < high
    assert found["warnings"][0].startswith(MISSING)
    assert found["answers"]["lite2pyramid_p2c"]["B"]["answered"] == 84


def test_estimate_keeps_unanswered_units_at_one_half(refused: Path) -> None:
    truth = {(row["instance_id"], row["summarizer_id"]): row for row in make_rows()}
    rows = []
    for line in read_lines(Path("out/evidence.jsonl")):
        stated = truth[line["instance_id"], line["summarizer_id"]]["summary"]
        for place, unit in enumerate(line["units"]):
            is_drawn = (place + int(line["instance_id"][1:])) % 3 == 0
            rows.append(
                {
                    "doc_id": line["instance_id"],
                    "system": line["summarizer_id"],
                    "text": unit["text"],
                    "p2c": unit["p2c"],
                    "label": int(is_stated(stated, unit["text"])) if is_drawn else None,
                }
            )
    report = estimate(rows)
    assert report.warnings[0].text.startswith(f"{MISSING}: these units have the probability 0.5")
    found = {row.system: row for row in report.systems}
    assert (found["B"].units, found["B"].labels) == (120, 40)
    assert found["B"].judge == pytest.approx(0.4 + 0.5 * 36 / 120)
    score = found["B"].combined.score
    assert score.low < 0.4 < score.high
    written = {row["system"]: row for row in report.to_dict()["systems"]}
    assert written["B"]["answered"] == 84 and written["A"]["answered"] == 120
    assert written["B"]["bounds"] == pytest.approx([0.4, 0.7])
    assert "84/120" in str(report) and "probabilities of 204" in report.describe()


def score_texts() -> object:
    return score(["the cat", ""], units=[["cat"], ["dog"]], judge=JUDGE)


def score_corpus(rows: list[dict[str, Any]]) -> object:
    names = ("instance_id", "summarizer_id", "units")
    lines = [{**{name: row[name] for name in names}, "summary": {"text": row["summary"]}}
             for row in rows]  # fmt: skip
    write_lines(Path("corpus.jsonl"), lines)
    from sacrerouge_litepyramid.scale.score_corpus import score_corpus

    return score_corpus(["corpus.jsonl"], output="scores.jsonl", judge=JUDGE, batch_size=5)


def score_in_sacrerouge() -> object:
    from sacrerouge_litepyramid.plugin.lite_pyramid import Lite2Pyramid

    units = [{"text": "cat"}, {"text": "dog"}]
    return Lite2Pyramid(judge=JUDGE).score_all(["the cat"], [units])


DOORS = {
    "table": lambda: evaluate_table(make_rows()[:6], judge=JUDGE, output_dir="out"),
    "score": score_texts,
    "corpus": lambda: score_corpus(make_rows()[:6]),
    "sacrerouge": score_in_sacrerouge,
}


@pytest.mark.parametrize("door", DOORS)
def test_a_judge_that_answers_nothing_is_an_error_with_what_it_said(
    endpoint: FakeEndpoint, door: str
) -> None:
    endpoint.answer = refuse
    with pytest.raises(ValueError, match="answered none of") as error:
        DOORS[door]()
    text = str(error.value)
    assert text.startswith("the judge 'endpoint' (small) answered none of ")
    assert f"it said, for example, '{REFUSAL}'; raise max_tokens if" in text
    assert not Path("out").exists() and not Path("scores.jsonl").exists()


def refuse_most(body: dict[str, Any]) -> str:
    return answer_by_words(body) if read_texts(body)[1].endswith(tuple("0123")) else ""


def test_more_than_half_unanswered_is_an_error_in_one_line(
    endpoint: FakeEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint.answer = refuse_most
    write_lines(Path("table.jsonl"), make_rows()[:8])
    assert main(["evaluate-table", "table.jsonl", "--judge", json.dumps(JUDGE)]) == 1
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith(
            "error: the judge 'endpoint' (small) answered only 32 of 80 units; its answers were "
            "empty or refused; raise max_tokens"
        )
    )


def test_a_corpus_counts_the_answers_of_all_batches(endpoint: FakeEndpoint) -> None:
    endpoint.answer = refuse_half
    table, _ = score_corpus(make_rows()).lines
    assert "84/120" in table and f"Warning: {MISSING}: means are of the answered units." in table


def test_results_in_python_count_the_answers(endpoint: FakeEndpoint) -> None:
    endpoint.answer = refuse_half
    rows = make_rows()
    result = score(
        [row["summary"] for row in rows],
        units=[row["units"] for row in rows],
        systems=[row["summarizer_id"] for row in rows],
        instance_ids=[row["instance_id"] for row in rows],
        judge=JUDGE,
    )
    assert result.rows[1]["lite2pyramid_units"] == UNITS
    assert "84/120" in str(result) and MISSING in str(result)
