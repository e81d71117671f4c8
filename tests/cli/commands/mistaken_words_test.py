"""A word or a path that is not what a command takes: the message says what it is, and what was
probably meant.
"""

import shutil
from pathlib import Path

import pytest

from sacrerouge_litepyramid.__main__ import main


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The demo's folder, an empty one, and one of summaries alone."""
    folder = tmp_path_factory.mktemp("mistaken")
    assert main(["demo", "--output-dir", str(folder / "demo")]) == 0
    (folder / "empty").mkdir()
    (folder / "texts").mkdir()
    shutil.copy(folder / "demo/summaries.jsonl", folder / "texts")
    return folder


TABLE = (
    "is a table, not the folder of an evaluation: run evaluate-table demo/outputs.csv "
    "--output-dir DIR first"
)
FILE = "is a file, not the folder of an evaluation: pass its folder; pass"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("report demo/outputs.csv", TABLE),
        ("compare demo/outputs.csv", TABLE),
        ("agreement demo/scores.jsonl", f"{FILE} scores as --scores FILE, evidence as --evidence"),
        ("explain demo/evidence.jsonl", f"{FILE} evidence as --evidence FILE"),
        (
            "compare nowhere",
            "nowhere: no such folder; pass one that evaluate-table or demo wrote",
        ),
        (
            "report texts",
            "texts: no scores; score its summaries first, or pass score files (--scores)",
        ),
        (
            "compare texts",
            "texts: no scores; score its summaries first, or pass score files (--scores)",
        ),
        ("evaluate-table demo", "pass a file in it; report, compare and agreement take"),
        ("evaluate-table empty", "empty: not a folder that datasets' save_to_disk wrote"),
        ("compare demo --scores demo", "demo: it is a folder; name a file in it"),
        (
            "mix-units demo/outputs.csv --percentage 50 --output u.jsonl",
            "cannot be read (Not a directory); choose another path",
        ),
        (
            "extract-units --references demo/outputs.csv --output u.jsonl",
            "outputs.csv: it is a table, not JSON Lines; convert it: import",
        ),
        (
            "score-corpus demo/outputs.csv --output scores.jsonl",
            "outputs.csv: it is a table, not JSON Lines; convert it: import",
        ),
        (
            "evaluate-table demo/outputs.csv --columns summary=ouput",
            "reference; did you mean 'output'?",
        ),
        (
            "evaluate-table demo/outputs.csv --columns sumary=output",
            "question; did you mean 'summary'?",
        ),
        ("evaluate-table demo/outputs.csv --human humna", "did you mean 'human'?"),
        ("compare demo --metrics lite3pyramid_pc2", "did you mean 'lite3pyramid_p2c'?"),
        ("compare demo --systems copykey terse", "terse; did you mean 'copy-key'?"),
        ("compare demo --require-better copy-key ters", "did you mean 'terse'? (--systems)"),
        ("agreement demo --human recall", "did you mean 'litepyramid_recall'?"),
        ("explain demo electric-bus", "did you mean 'electric-buses'?"),
        ("explain demo electric-buses copykey", "terse; did you mean 'copy-key'?"),
        ("estimate demo --metrics lite2pyrmid", "did you mean 'lite2pyramid'? (--metrics)"),
        (
            "plan-labels demo --metrics lite2pyramid --budget 10 --systems copykey",
            "did you mean 'copy-key'?",
        ),
    ],
)
def test_the_message_names_what_it_is_and_what_was_meant(made, monkeypatch, capsys, words, message):
    monkeypatch.chdir(made)
    before = sorted(Path().rglob("*"))
    assert main(words.split()) == 1
    error = capsys.readouterr().err
    assert message in error and error.count("\nerror: ") + error.startswith("error: ") == 1
    assert sorted(Path().rglob("*")) == before


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("compare demo --metric m", "; did you mean --metrics?"),
        (
            "evaluate-table t.csv --outputdir x --colums a=b",
            "; did you mean --output-dir --columns?",
        ),
        ("score-corpus c.jsonl --output x.jsonl --colums summary=a", ""),
    ],
)
def test_an_unknown_option_is_one_line_with_the_nearest(capsys, words, hint):
    with pytest.raises(SystemExit, match="2"):
        main(words.split())
    name = f"sacrerouge-litepyramid {words.split()[0]}"
    error = capsys.readouterr().err
    assert error.startswith(f"{name}: error: unrecognized arguments: --") and error.count("\n") == 1
    assert error.endswith(f"{hint} (`{name} --help` lists the options)\n") and (
        "did you mean" in error
    ) is bool(hint)
