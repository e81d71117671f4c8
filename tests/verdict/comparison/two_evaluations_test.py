"""Two folders over the same documents: systems' names, changes, and what must be the same."""

import json
import shutil

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid import compare
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.verdict.demo import make_files

QUICK = {"permutations": 500}
METRIC = "lite2pyramid"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample") / "old"
    make_files(folder)
    (folder / "evidence.jsonl").unlink()
    return folder


@pytest.fixture
def folders(sample, tmp_path, monkeypatch):
    """The sample as old, and as new with other scores of terse and another system for lead."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(sample, "old")
    shutil.copytree(sample, "new")
    lines = list(read_lines(tmp_path / "new/scores.jsonl"))
    for place, line in enumerate(lines):
        if line["summarizer_id"] == "terse":
            line["metrics"][METRIC]["p2c"] += 0.01 * (place % 4) - 0.01
        line["summarizer_id"] = line["summarizer_id"].replace("lead", "a/b")
    change(tmp_path / "new/scores.jsonl", lines)
    return tmp_path


def change(path, lines):
    path.unlink()
    write_lines(path, lines)


def test_shared_systems_are_named_by_folder(folders):
    found = compare("old", "new", **QUICK)
    names = {row.system for row in found.systems}
    assert {"old/terse", "new/terse", "old/copy-key", "lead", "a/b"} <= names and len(names) == 10
    assert found.leaders.endswith(
        "confused, copy-key, paraphrase and terse do not change significantly."
    )


def test_folders_with_the_same_name_are_called_old_and_new(folders):
    for name in ("a", "b"):
        shutil.copytree("old", f"{name}/out")
    assert {"old/terse", "new/terse"} <= {
        row.system for row in compare("a/out", "b/out", **QUICK).systems
    }
    found = compare(
        "old", "old", **QUICK, require_not_worse=["new/terse", "old/terse"], margin=0.01
    )
    assert (
        found.required.outcome == "undecided"
        and "All 10 documents have equal scores" in found.required.reason
    )


def test_the_message_names_what_differs(folders):
    summaries = list(read_lines(folders / "old/summaries.jsonl"))
    for summary in summaries:
        if summary["instance_id"] == "harbour-fire":
            summary["references"] = [{"text": "Another."}]
    change(folders / "new/summaries.jsonl", summaries)
    with pytest.raises(
        ValueError,
        match="old, new: evaluations with different references are not comparable: harbour-fire",
    ):
        compare("old", "new")
    shutil.copy("old/summaries.jsonl", "new/summaries.jsonl")
    path = folders / "new/scores.jsonl.signature.json"
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("judge.type:lexical", "judge.type:other").replace(
            '"type": "lexical"', '"type": "other"'
        )
    )
    with pytest.raises(
        ValueError,
        match=r"different judges .*: judge.type:lexical, judge.type:other",
    ):
        compare("old", "new")
    path.write_text(text, "utf-8")
    lines = [
        line
        for line in read_lines(folders / "new/scores.jsonl")
        if line["instance_id"] != "dust-ring"
    ]
    change(folders / "new/scores.jsonl", lines)
    with pytest.raises(ValueError, match="different documents are not comparable: dust-ring"):
        compare("old", "new")


@pytest.mark.parametrize(
    ("names", "margin", "status"),
    [
        ("new/terse old/terse", ".05", 0),
        ("new/terse old/terse", ".001", 4),
        ("new/terse old/copy-key", ".05", 3),
    ],
)
def test_a_requirement_that_a_system_is_not_worse(folders, names, margin, status):
    words = [
        "compare",
        "old",
        "new",
        "--require-not-worse",
        *names.split(),
        "--margin",
        margin,
        "--output",
        "c.json",
    ]
    assert main(words) == status
    found = json.loads((folders / "c.json").read_text("utf-8"))["required"]
    assert (
        (found["documents_needed"] or 0) > 10 if status == 4 else found["documents_needed"] is None
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--require-not-worse terse lead", "--require-not-worse needs --margin 0.02"),
        ("--require-not-worse terse lead --margin 0", "the largest acceptable loss, above 0"),
        ("--require-not-worse terse --margin .1", "--require-not-worse: pass two names, not 1"),
        ("--require-better terse lead --margin .1", "only --require-not-worse has a margin"),
        ("--margin .1", "pass two names"),
        ("--metrics a b --require-not-worse a b --margin .1", "compare systems; name one metric"),
    ],
)
def test_mistakes(folders, capsys, words, message):
    assert main(["compare", "old", *words.split()]) == 1
    assert message in capsys.readouterr().err
