"""The folder of evaluate-table: another run replaces its own files, and nothing else."""

import json
import shutil

import pytest

from sacrerouge_litepyramid import evaluate_table
from sacrerouge_litepyramid.corpora.data_set import DataSet, setup_dataset
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.files import atomic_write
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.demo import run_demo
from sacrerouge_litepyramid.verdict.tables.table_import import import_table

FACTS = ["A fire closed the harbour.", "Nobody was hurt."]
ROWS = [
    {"id": f"d{n}", "system": name, "summary": text, "units": FACTS, "labels": labels}
    for n in range(3)
    for name, text, labels in (("all", " ".join(FACTS), [1, 1]), ("some", FACTS[0], [1, 0]))
]
WITHOUT = [{name: value for name, value in row.items() if name != "labels"} for row in ROWS]


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory):
    """The folder of the evaluation of ROWS."""
    folder = tmp_path_factory.mktemp("evaluated")
    evaluate_table(ROWS, output_dir=folder)
    return folder


@pytest.fixture
def out(evaluated, tmp_path):
    """A folder with the evaluation of ROWS, and an annotator's plan and forms."""
    shutil.copytree(evaluated, tmp_path / "out")
    (tmp_path / "out/forms").mkdir()
    for name in ("plan.jsonl", "planned_labels.jsonl", "forms/labels.html"):
        (tmp_path / "out" / name).write_text("mine")
    return tmp_path / "out"


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_second_run_replaces_all_files_of_the_first_even_if_it_writes_fewer(out):
    first = contents(out)
    assert evaluate_table(ROWS[::-1], output_dir=out).files and contents(out).keys() == first.keys()
    result = evaluate_table(WITHOUT, output_dir=out)
    assert first.keys() - contents(out).keys() == {"labels.jsonl", "metrics.jsonl"}
    assert json.loads(contents(out)["verdict.json"])["files"] == list(result.files)
    kept = {"plan.jsonl", "planned_labels.jsonl", "labels.html"}
    assert contents(out).keys() == {*result.files, *kept} and {
        contents(out)[name] for name in kept
    } == {b"mine"}


def test_the_evaluation_of_other_summaries_is_kept(out):
    first = contents(out)
    for rows in ([{**row, "summary": "Nothing."} for row in ROWS], ROWS[:-1]):
        with pytest.raises(
            ValueError,
            match=r"out: it contains other data \(.*\), which .* choose another output_dir, or ",
        ):
            evaluate_table(rows, output_dir=out)
    assert contents(out) == first


@pytest.mark.parametrize("name", ["labels.jsonl", "summaries.jsonl", "report.html", "verdict.json"])
def test_a_file_that_no_evaluation_wrote_is_kept(tmp_path, name):
    (tmp_path / name).write_text("{}")
    with pytest.raises(
        ValueError, match=rf"contains other data \({name}\), which .* another output_dir, or "
    ):
        evaluate_table(WITHOUT, output_dir=tmp_path)
    assert contents(tmp_path) == {name: b"{}"}


def test_imported_labels_stay_if_the_run_writes_neither_labels_nor_other_units(out):
    evaluate_table(WITHOUT, output_dir=out)
    (out / "labels.jsonl").write_text(
        '{"instance_id": "d0", "summarizer_id": "all", "labels": [1, 1]}'
    )
    earlier = contents(out)
    evaluate_table(WITHOUT, output_dir=out)
    assert {**contents(out), "report.html": None} == {**earlier, "report.html": None}
    earlier = contents(out)
    others = [{**row, "units": [*FACTS, "Rain helped."]} for row in WITHOUT]
    with pytest.raises(
        ValueError, match=r"out/labels\.jsonl: its labels are of the units in scus\.jsonl, which"
    ):
        evaluate_table(others, output_dir=out)
    with pytest.raises(
        ValueError, match=r"out: it contains other data \(labels\.jsonl\), which would be replaced"
    ):
        evaluate_table(ROWS, output_dir=out)
    assert contents(out) == earlier


def test_units_that_were_labelled_are_not_removed(tmp_path):
    rows = [
        {**{name: row[name] for name in ("id", "system", "summary")}, "reference": " ".join(FACTS)}
        for row in ROWS
    ]
    evaluate_table(rows, output_dir=tmp_path)
    write_labels(tmp_path / "labels.jsonl", [(SummaryKey("d0", "all"), [1, 1])], "units.jsonl")
    with pytest.raises(
        ValueError, match=r"labels\.jsonl: its labels are of the units in units\.jsonl, which"
    ):
        evaluate_table([{**row, "units": FACTS} for row in rows], output_dir=tmp_path)


def test_a_table_can_be_imported_again_beside_imported_labels(tmp_path):
    import_table(WITHOUT, output_dir=tmp_path)
    for name in ("labels.jsonl", "metrics.jsonl", "votes.jsonl"):
        (tmp_path / name).write_text("imported")
    earlier = contents(tmp_path)
    import_table(WITHOUT, output_dir=tmp_path)
    assert contents(tmp_path) == earlier


def test_edited_scores_are_reported_once(tmp_path, caplog):
    # a lone surrogate is written as an escape
    rows = [
        {**row, "system": f"é\ud800{row['system']}", "rouge": len(row["summary"])} for row in ROWS
    ]
    out = tmp_path / "out"
    evaluate_table(rows, output_dir=out)
    caplog.clear()
    EvaluationFolder(out)
    assert not caplog.records
    scores = out / "scores.jsonl"
    scores.write_text(scores.read_text().replace("0.", "0.1", 1))
    for _ in range(2):
        EvaluationFolder(out)
    (record,) = caplog.records
    assert "scores.jsonl was edited after it was written" in record.getMessage()


OTHERS = [
    {
        "id": f"o{row['id']}",
        "system": row["system"],
        "summary": row["summary"],
        "reference": FACTS[0],
    }
    for row in ROWS
]
COMMANDS = {
    "evaluate-table": lambda folder, **more: evaluate_table(OTHERS, output_dir=folder, **more),
    "import-table": lambda folder, **more: import_table(OTHERS, output_dir=folder, **more),
    "demo": lambda folder, **more: run_demo(output_dir=folder, **more),
    "setup-dataset": lambda folder, **more: setup_dataset("made-up-texts", folder, **more),
}


@pytest.fixture(autouse=True)
def made_up(monkeypatch):
    class MadeUp(DataSet):
        """A data set whose summaries are a text."""

        def setup(self, output, **_):
            with atomic_write(output / "summaries.jsonl") as out:
                out.write("made up")
            return {"dataset": "made up"}

    monkeypatch.setattr(
        "sacrerouge_litepyramid.corpora.data_set.load_data_sets", lambda: {"made-up-texts": MadeUp}
    )


@pytest.fixture
def whole(out):
    """As ``out``, without what annotators do, and with a file of the user's."""
    for name in ("plan.jsonl", "planned_labels.jsonl", "forms/labels.html"):
        (out / name).unlink()
    (out / "forms").rmdir()
    (out / "notes.txt").write_text("mine")
    return out


def texts(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*s.jsonl")}


@pytest.mark.parametrize("command", COMMANDS)
def test_other_data_is_kept_or_replaced_completely(whole, tmp_path, command):
    first = contents(whole)
    with pytest.raises(
        ValueError,
        match=r"out: it contains other data \(.*\), which .* choose another output_dir, or replace",
    ):
        COMMANDS[command](whole)
    assert contents(whole) == first
    for _ in range(2):
        COMMANDS[command](whole, overwrite=True)
        COMMANDS[command](whole)
    COMMANDS[command](tmp_path / "new")
    assert contents(whole).keys() == {*contents(tmp_path / "new"), "notes.txt"}
    assert texts(whole) == texts(tmp_path / "new") and contents(whole)["notes.txt"] == b"mine"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["plan.jsonl", "planned_labels.jsonl", "votes.jsonl", "forms"])
def test_data_with_plans_or_votes_is_not_overwritten(whole, command, name):
    (whole / name).mkdir() if name == "forms" else (whole / name).write_text("votes")
    first = contents(whole)
    with pytest.raises(
        ValueError,
        match=f"{name}: it belongs to the data that overwrite would replace; move it, or",
    ):
        COMMANDS[command](whole, overwrite=True)
    assert contents(whole) == first
