"""`extract-units`, away from the repository."""

import json
from pathlib import Path

import pytest

from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.io.units import read_units


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    return tmp_path


def run(*arguments: str) -> None:
    assert main(["--debug", *arguments]) == 0


def write(path: Path, *lines: dict) -> str:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


REFERENCES = (
    {
        "instance_id": "a",
        "references": [{"text": "He ate fish. She ran home."}, {"text": ["He ate fish."]}],
    },
    {"instance_id": "b", "references": ["He ate fish. She ran home."]},
)


def test_references_become_units(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("spacy", reason="the embedded extractor needs spaCy")
    path = write(elsewhere / "references.jsonl", *REFERENCES)
    run("extract-units", "--references", path, "--output", "out/units.jsonl")
    units = read_units(elsewhere / "out" / "units.jsonl")
    assert [(unit.text, unit.references, unit.sentence) for unit in units["a"].units] == [
        ("He ate fish", (0,), 0),
        ("She ran home", (0,), 1),
        ("He ate fish", (1,), 0),
    ]
    assert [unit.text for unit in units["b"].units] == ["He ate fish", "She ran home"]
    assert all(unit.kind == "clause" for unit in units["a"].units)
    expected = "2 references, 3 sentences, 3 units (1.50 per reference)\n"
    assert capsys.readouterr().out == expected
    before = (elsewhere / "out" / "units.jsonl").read_bytes()
    run("extract-units", "--references", path, "--output", "out/units.jsonl")
    assert (elsewhere / "out" / "units.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--references", "none.jsonl", "--output", "units.jsonl"), "none.jsonl: no such file"),
        (
            ("--references", "references.jsonl", "--output", "units.jsonl", "--extractor", "punkt"),
            "the extractor 'punkt' is unknown",
        ),
    ],
)
def test_wrong_arguments_leave_no_output(
    elsewhere: Path, options: tuple[str, ...], message: str
) -> None:
    write(elsewhere / "references.jsonl", *REFERENCES)
    with pytest.raises(ValueError, match=message):
        run("extract-units", *options)
    assert not (elsewhere / "units.jsonl").exists()
