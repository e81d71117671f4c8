"""Bad input of every kind: one line that names file, line, instance and remedy, status 1, and
nothing is written.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from helpers.small_files import METRICS
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.cli.main import main

Edit = Callable[[], Any]


METRIC = {"type": "lite2pyramid", "judge": "lexical"}
CONFIG = {
    "dataset_reader": "units-based",
    "input_files": ["summaries.jsonl", "scus.jsonl"],
    "metrics": [METRIC],
}
SUMMARY = {
    "instance_id": "a",
    "summarizer_id": "s",
    "summarizer_type": "peer",
    "summary": {"text": "x"},
}

OUTPUT = ["--output-jsonl", "out/o.jsonl", "--silent"]
READ = [
    "lite2pyramid",
    "score",
    "--dataset-reader",
    "units-based",
    "--input-files",
    "summaries.jsonl",
    "scus.jsonl",
]
SCORE = [*READ, *OUTPUT, "--evidence_output", "out/e.jsonl", "--judge", "all-words"]
PYRAMID = ["--dataset-reader", "pyramid-units", "--input-files", "summaries.jsonl", "p.jsonl"]
SCORE_PYRAMID = ["lite2pyramid", "score", *PYRAMID, *OUTPUT]
SCORE_CONFIG = ["score", "--config", "c.json", *OUTPUT]
CORPUS = ["score-corpus", "summaries.jsonl", "--units", "scus.jsonl", "--output", "out/o.jsonl"]
TRAIN = "train judge . --output out/w.json".split()
REPORT = "report . --scores m.jsonl --metrics rouge_f1 --output out/r.html".split()


def change(name: str, line: int, **fields: Any) -> Edit:
    """Replace fields of one line of a file; a field set to None is removed."""

    def edit() -> None:
        lines = read_lines(Path(name))
        lines[line] = {
            key: value for key, value in (lines[line] | fields).items() if value is not None
        }
        write_lines(Path(name), lines)

    return edit


def add(name: str, text: str) -> Edit:
    return lambda: Path(name).write_text(Path(name).read_text("utf-8") + text + "\n", "utf-8")


def write(name: str, content: bytes | str) -> Edit:
    return lambda: Path(name).write_bytes(
        content if isinstance(content, bytes) else content.encode()
    )


def remove(name: str) -> Edit:
    return lambda: Path(name).unlink()


def config(**keys: Any) -> Edit:
    return write("c.json", json.dumps(CONFIG | keys))


class Mistake(NamedTuple):
    """A command line, what is done to the folder before, and how the error's line starts ("…"
    stands for anything).
    """

    words: list[str]
    edits: list[Edit]
    message: str


UNITS_A, UNITS_B = "scus.jsonl, line 1, instance 'a'", "scus.jsonl, line 2, instance 'b'"
LABELS_A, SUMMARY_A = "labels.jsonl, line 1, instance 'a'", "summaries.jsonl, line 2, instance 'a'"

#: in what `SCORE` reads: an edit of a file, and the message
FILES = {
    "broken JSON line": (
        add("scus.jsonl", '{"instance_id": '),
        "scus.jsonl, line 3: not JSON (…); each line must be one JSON object",
    ),
    "empty file": (write("scus.jsonl", b"\n"), "scus.jsonl: the file is empty"),
    "not UTF-8": (
        write("scus.jsonl", b"\xff\xfe"),
        "scus.jsonl, line 1: not UTF-8 text (byte 0); convert it to UTF-8",
    ),
    "file missing": (remove("scus.jsonl"), "scus.jsonl: no such file"),
    "missing field": (
        change("summaries.jsonl", 0, summary=None),
        "summaries.jsonl, line 1, instance 'a': the field 'summary' (an object) is missing",
    ),
    "wrong type": (
        change("summaries.jsonl", 1, summarizer_id=7),
        f"{SUMMARY_A}: the field 'summarizer_id' must be a string, not a number",
    ),
    "summary without text": (
        change("summaries.jsonl", 1, summary={"txt": "x"}),
        f"{SUMMARY_A}: 'summary' must be {{\"text\": a string or a list of sentences}}",
    ),
    "wrong references": (
        change("summaries.jsonl", 1, references=["x"]),
        f"{SUMMARY_A}: 'references' must be",
    ),
    "unknown summarizer type": (
        change("summaries.jsonl", 1, summarizer_type="human"),
        f"{SUMMARY_A}: summarizer_type must be peer or reference, not 'human'",
    ),
    "duplicate summary": (
        add("summaries.jsonl", json.dumps(SUMMARY | {"summarizer_id": "good"})),
        "summaries.jsonl, line 5, instance 'a': system 'good' already has a summary",
    ),
    "instance without units": (
        add("summaries.jsonl", json.dumps(SUMMARY | {"instance_id": "z"})),
        "summaries.jsonl, line 5, instance 'z': ",
    ),
    "duplicate instance": (
        add("scus.jsonl", '{"instance_id": "a", "units": ["x"]}'),
        "scus.jsonl, line 3, instance 'a': the instance already has units",
    ),
    "units not a list": (
        change("scus.jsonl", 1, units="x"),
        f"{UNITS_B}: the field 'units' must be a list, not a string",
    ),
    "negative weight": (
        change("scus.jsonl", 1, units=["x", {"text": "y", "weight": -1}]),
        f"{UNITS_B}, unit 2: a unit's weight must be finite and not negative, not -1",
    ),
    "empty unit": (
        change("scus.jsonl", 0, units=[" "]),
        f"{UNITS_A}, unit 1: a unit's text must be a non-empty string",
    ),
    "reference out of range": (
        change("scus.jsonl", 0, units=[{"text": "x", "reference": 10**6}]),
        f"{UNITS_A}, unit 1: a unit's reference must be below",
    ),
    "unknown kind": (
        change("scus.jsonl", 0, units=[{"text": "x", "kind": "acu"}]),
        f"{UNITS_A}, unit 1: a unit's kind must be one of scu, stu, clause, not 'acu'",
    ),
    "unknown field": (
        change("scus.jsonl", 0, unit=["x"]),
        f"{UNITS_A}: unknown field 'unit'; known: instance_id, units",
    ),
}
#: in what `TRAIN` reads
LABELS = {
    "label outside 0 and 1": (
        change("labels.jsonl", 0, labels=[0, 2]),
        f"{LABELS_A}: a label must be a number from 0 to 1, not 2",
    ),
    "too few labels": (
        change("labels.jsonl", 0, labels=[0]),
        f"{LABELS_A}: 1 label for 2 units of",
    ),
    "labels of an unknown instance": (
        change("labels.jsonl", 0, instance_id="z"),
        "labels.jsonl, line 1, instance 'z': unknown instance;",
    ),
    "labels of an unknown system": (
        change("labels.jsonl", 0, summarizer_id="z"),
        f"{LABELS_A}: system 'z' has no summary",
    ),
    "labelled twice": (
        change("labels.jsonl", 0, summarizer_id="poor"),
        "labels.jsonl, line 2, instance 'a': system 'poor' is labelled twice",
    ),
}
#: in what `SCORE_CONFIG` reads
CONFIGS = {
    "no JSON": (write("c.json", "{"), "c.json: not JSON"),
    "a list": (write("c.json", "[]"), "c.json: a config must be one JSON object, not list"),
    "a key twice": (
        write("c.json", json.dumps(CONFIG)[:-1] + ', "metrics": ["lite3pyramid"]}'),
        "c.json: an object has the key 'metrics' twice; keep one",
    ),
    "no input files": (
        write("c.json", '{"dataset_reader": "units-based", "metrics": []}'),
        'key "input_files" is required',
    ),
    "an unknown reader": (
        config(dataset_reader="units-base"),
        "the type 'units-base' is unknown; did you mean 'units-",
    ),
    "an unknown metric": (
        config(metrics=["lite2"]),
        "the type 'lite2' is unknown; did you mean 'lite2pyramid'",
    ),
}
#: on the command line: its words, and the message
OPTIONS = {
    "a file that cannot be read": (
        ["compare", "--scores", "/proc/self/mem", "--output", "out/c.json"],
        "/proc/self/mem: cannot be read (Input/output error); choose another path",
    ),
    "an impossible merge": (
        [*SCORE_CONFIG, "--overrides", '{"metrics.7.x": 1}'],
        "could not merge dicts - the preferred dict contains invalid keys (key 7 is out of bounds)",
    ),
    "overrides that are not JSON": (
        [*SCORE_CONFIG, "--overrides", "{bad"],
        "--overrides: not JSON (Expecting property name",
    ),
    "a relative package": (
        [*SCORE_CONFIG, "--include-packages", "..x"],
        "--include-packages: '..x' is not a package; pass a",
    ),
    "a reader without units": (
        [*READ[:3], "reference-based", "--input-files", "summaries.jsonl", *OUTPUT],
        "the dataset reader gives no units, which the metric needs; use units-based",
    ),
    "an unknown reader": (
        [*READ[:3], "units-base", "--input-files", "summaries.jsonl", *OUTPUT],
        "the dataset_reader.type 'units-base' is unknown; did you mean 'units-based'",
    ),
    "an unknown judge": (
        [*SCORE, "--judge", "lexcial"],
        "the judge 'lexcial' is unknown; did you mean 'lexical'?",
    ),
    "two outputs in one file": (
        [*SCORE, "--evidence_output", "out/../out/o.jsonl"],
        "out/../out/o.jsonl: evidence_output and --output-jsonl name the same file; choose",
    ),
}
EVIDENCE = {
    **{"metric": "m", "instance_id": "a", "summarizer_id": "s", "summary": "x", "scores": {}},
    "units": [{"text": "x", "p2c": 0.5}],
}
OTHERS = {
    "scores that contradict": Mistake(
        "agreement --scores m.jsonl n.jsonl --metrics rouge_f1 --output out/a.json".split(),
        [write("n.jsonl", METRICS.replace(b"0.25", b"0.75"))],
        "n.jsonl, line 1, instance 'a': the metric 'rouge_f1' of system 's' is 0.75, but 0.25 in",
    ),
    "evidence twice": Mistake(
        "plan-labels . --evidence e.jsonl --budget 8".split(),
        [lambda: write_lines(Path("e.jsonl"), [EVIDENCE] * 2)],
        "e.jsonl, line 2, instance 'a': system 's' already has evidence",
    ),
    "evidence of two metrics": Mistake(
        [*TRAIN, "--evidence", "e.jsonl"],
        [lambda: write_lines(Path("e.jsonl"), [EVIDENCE, EVIDENCE | {"metric": "n"}])],
        "e.jsonl: evidence of several metrics (m, n)",
    ),
    "file is a folder": Mistake(
        SCORE,
        [remove("scus.jsonl"), lambda: Path("scus.jsonl").mkdir()],
        "scus.jsonl: it is a folder; name a file in it",
    ),
    "broken pyramid": Mistake(
        SCORE_PYRAMID,
        [
            write(
                "p.jsonl",
                '{"instance_id": "a", "summarizer_ids": ["R"], "scus": [{"label": "x"}]}\n',
            )
        ],
        "p.jsonl, line 1, instance 'a': not a Pyramid as SacreROUGE wrote it",
    ),
    "an output below a file": Mistake(
        [*READ, "--output-jsonl", "m.jsonl/o.jsonl"],
        [remove("scus.jsonl")],
        "m.jsonl/o.jsonl: cannot be written",
    ),
    "an output that is a folder": Mistake(
        [*READ, "--output-jsonl", "folder"],
        [remove("scus.jsonl"), lambda: Path("folder").mkdir()],
        "folder: cannot be written",
    ),
}
MISTAKES = {
    **{name: Mistake(SCORE, [edit], message) for name, (edit, message) in FILES.items()},
    **{name: Mistake(TRAIN, [edit], message) for name, (edit, message) in LABELS.items()},
    **{name: Mistake(SCORE_CONFIG, [edit], message) for name, (edit, message) in CONFIGS.items()},
    **{name: Mistake(words, [], message) for name, (words, message) in OPTIONS.items()},
    **OTHERS,
}


def label_roles(setting: str, value: str, message: str) -> Mistake:
    """A config whose extractor runs AllenNLP with a setting."""
    extractor = {"type": "srl", "labeler": {"type": "allennlp", setting: value}}
    metric = {"type": "lite3pyramid", "extractor": extractor}
    edit = config(
        dataset_reader="reference-based", input_files=["summaries.jsonl"], metrics=[metric]
    )
    return Mistake(SCORE_CONFIG, [edit], f"…{message}")


EXTRACTORS = {
    "interpreter": label_roles("interpreter", "/bin/true", "the argument 'interpreter' is unknown"),
}


@pytest.fixture
def folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder: a small data set, scores, and a config."""
    monkeypatch.chdir(data)
    Path("m.jsonl").write_bytes(METRICS)
    Path("c.json").write_text(json.dumps(CONFIG))


def list_contents() -> dict[Path, bytes | None]:
    """All that is in the current folder but folders: the content of files, None for others."""
    paths = (path for path in Path().rglob("*") if not path.is_dir())
    return {path: path.read_bytes() if path.is_file() else None for path in paths}


def check_refusal(mistake: Mistake, capsys: pytest.CaptureFixture[str]) -> str:
    """Check that a command fails with the expected line and leaves the folder as it is, and return
    the line.
    """
    words, edits, message = mistake
    for edit in edits:
        edit()
    before = list_contents()
    assert main(words) == 1
    error = capsys.readouterr().err
    (line,) = (
        line.removeprefix("error: ") for line in error.splitlines() if line.startswith("error: ")
    )
    start, _, rest = message.partition("…")
    assert line.startswith(start) and rest in line
    assert "Traceback" not in error
    assert list_contents() == before
    return line


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", MISTAKES)
def test_one_line_names_the_mistake(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_refusal(MISTAKES[name], capsys)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", EXTRACTORS)
def test_an_extractor_of_a_config_runs_no_program(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refusal(EXTRACTORS[name], capsys)


@pytest.mark.usefixtures("folder")
def test_jsonnet_is_not_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    params = pytest.importorskip("sacrerouge.common.params")
    monkeypatch.setattr(params, "evaluate_file", lambda name, **settings: json.dumps(CONFIG))
    words = ["score", "--config", "c.jsonnet", *OUTPUT]
    edit = write("c.jsonnet", 'local x = importstr "/etc/passwd"; {}')
    check_refusal(Mistake(words, [edit], "c.jsonnet: not JSON (Expecting value: "), capsys)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "outputs"),
    [
        (SCORE, {"o.jsonl", "e.jsonl", "e.jsonl.signature.json"}),
        (SCORE_CONFIG, {"o.jsonl"}),
        (TRAIN, {"w.json"}),
    ],
    ids=["score", "config", "train"],
)
def test_the_same_commands_without_a_mistake_succeed(words: list[str], outputs: set[str]) -> None:
    assert main(words) == 0
    assert {path.name for path in Path("out").iterdir()} == outputs


@pytest.mark.usefixtures("folder")
def test_debug_shows_the_traceback() -> None:
    Path("scus.jsonl").unlink()
    with pytest.raises(ValueError, match="no such file"):
        main([*SCORE, "--debug"])
