import json

import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.__main__ import main

SYSTEMS = ("abs_one", "abs_two", "abs_three", "ext_one", "ext_two")
DOCUMENTS = ("a", "b", "c")


@pytest.fixture
def files(tmp_path):
    """Human scores in one file, a nested metric in another, which lacks ext_two."""
    human, ours = [], []
    for row, system in enumerate(SYSTEMS):
        for column, document in enumerate(DOCUMENTS):
            line = {"instance_id": document, "summarizer_id": system, "summarizer_type": "peer"}
            human.append(
                {**line, "metrics": {"litepyramid_recall": (row + column * row % 3) / 5, "plain": row + column}}
            )
            if system != "ext_two":
                ours.append({**line, "metrics": {"ours": {"p2c": (row * 2 + column) % 5}}})
    write_lines(tmp_path / "metrics.jsonl", human)
    write_lines(tmp_path / "ours.jsonl", ours)
    votes = [{"instance_id": "a", "summarizer_id": name, "votes": [[1, 0], [1, 1]]} for name in SYSTEMS]
    write_lines(tmp_path / "votes.jsonl", votes)
    return tmp_path


@pytest.fixture
def analyze(files, monkeypatch):
    monkeypatch.chdir(files)
    inputs = [".", "--scores", "ours.jsonl", "--output-dir", "out", "--resamples", "20"]
    return lambda *more: main(["experiment", "realsumm", *inputs, *more])


@pytest.fixture
def no_figures(monkeypatch):
    """matplotlib seems not to be installed."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)


def test_tables_and_figures(analyze, files, capsys, caplog):
    more = ["--metrics", "plain", "ours_p2c", "--subset", "mix", "abs"]
    assert analyze(*more, "--significant-only", "--permutations", "9") == 0
    report = json.loads((files / "out/metrics.json").read_text("utf-8"))
    assert list(report["subsets"]) == ["mix", "abs"]
    mix = report["subsets"]["mix"]
    assert (mix["systems"], mix["documents"], mix["excluded"]) == (4, 3, ["ext_two"])
    assert set(mix["correlations"]) == set(mix["williams"]) == {"plain", "ours_p2c"}
    assert mix["crowd"]["pages"] == 4 and {"significant_only", "permutation"} <= set(mix)
    assert (report["resamples"], report["over"], report["constant"]) == (20, "documents", "drop")
    names = {path.name for path in (files / "out").iterdir()}
    assert names >= {"metrics.md", "mix-scatter.png", "abs-williams.svg"} and len(names) == 2 + 2 * 8
    assert "excluded, as a metric has no score of them: ext_two" in caplog.text
    assert "16 figures" in capsys.readouterr().out


def test_the_same_run_gives_the_same_file_and_no_figures_without_matplotlib(analyze, files, no_figures):
    assert analyze("--metrics", "plain", "--over", "both", "--seed", "3") == 0
    first = (files / "out/metrics.json").read_bytes()
    assert analyze("--metrics", "plain", "--over", "both", "--seed", "3") == 0
    assert (files / "out/metrics.json").read_bytes() == first
    assert {path.name for path in (files / "out").iterdir()} == {"metrics.json", "metrics.md"}


def test_only_some_systems_and_sizes(analyze, files, no_figures):
    more = ["--metrics", "plain", "--systems", *SYSTEMS[:3], "--top-k", "2", "3", "9"]
    assert analyze(*more, "--constant", "epsilon") == 0
    part = json.loads((files / "out/metrics.json").read_text("utf-8"))["subsets"]["mix"]
    assert part["systems"] == 3 and list(part["top_k"]["plain"]) == ["2", "3"]


@pytest.mark.filterwarnings("error")
def test_a_constant_metric_has_figures_too(files, monkeypatch):
    monkeypatch.chdir(files)
    lines = [json.loads(line) for line in (files / "metrics.jsonl").read_text("utf-8").splitlines()]
    write_lines(files / "metrics.jsonl", [{**line, "metrics": {**line["metrics"], "same": 1}} for line in lines])
    inputs = [".", "--output-dir", "out", "--resamples", "0"]
    assert main(["experiment", "realsumm", *inputs, "--metrics", "same"]) == 0
    assert (files / "out/mix-top-k.svg").is_file()
    assert "Values without intervals; documents" in (files / "out/metrics.md").read_text("utf-8")


def test_a_subset_of_names_with_spaces(analyze, files, no_figures):
    lines = [json.loads(line) for line in (files / "metrics.jsonl").read_text("utf-8").splitlines()]
    spaced = [{**line, "summarizer_id": line["summarizer_id"].replace("_", " ")} for line in lines]
    write_lines(files / "metrics.jsonl", spaced)
    (files / "votes.jsonl").unlink()
    (files / "mine.txt").write_text("abs one\next two\n\n", "utf-8")
    assert analyze("--metrics", "plain", "--subset", "mine.txt") == 0
    part = json.loads((files / "out/metrics.json").read_text("utf-8"))["subsets"]["mine"]
    assert list(part["human_means"]) == ["abs one", "ext two"]


def test_two_subsets_of_one_name(analyze, files, no_figures, capsys):
    for folder in ("one", "two"):
        (files / folder).mkdir()
        (files / folder / "mine.txt").write_text("abs_one\nabs_two\n", "utf-8")
    assert analyze("--metrics", "plain", "--subset", "one/mine.txt", "two/mine.txt") == 1
    assert "--subset: two of one/mine.txt, two/mine.txt have one name in tables" in capsys.readouterr().err
    assert analyze("--metrics", "plain", "--subset", "mix", "mix") == 0


@pytest.mark.parametrize(
    "more, message",
    [
        (["--metrics", "plain", "--top-k", "8", "9"], "there are 5 systems, fewer than each of --top-k [8, 9]"),
        (["--metrics", "palin"], "no line has the metric 'palin'; there are: litepyramid_recall, ours_p2c, plain"),
        (["--metrics", "plain", "--subset", "tac"], "--subset 'tac' means 0 systems"),
        (["--metrics", "plain", "--resamples", "-1"], "--resamples must be at least 0, not -1"),
        (["--metrics", "plain", "--top-k", "1"], "--top-k must be at least 2, not 1"),
        (["--metrics", "litepyramid_recall"], "must not name the human score 'litepyramid_recall'"),
    ],
)
def test_mistakes_are_named_and_nothing_written(analyze, files, capsys, more, message):
    assert analyze(*more) == 1
    assert message in capsys.readouterr().err
    assert not (files / "out").exists()


@pytest.mark.parametrize(
    ("votes", "message"),
    [
        ({}, "the field 'votes' (list) is missing"),
        ({"votes": [[1], [1, 0]]}, "'votes' must be a list of equally long lists of 0 and 1"),
    ],
)
def test_mistakes_of_votes(analyze, files, capsys, votes, message):
    write_lines(files / "votes.jsonl", [{"instance_id": "a", "summarizer_id": "abs_one", **votes}])
    assert analyze("--metrics", "plain") == 1
    assert message in capsys.readouterr().err and not (files / "out").exists()
