"""The first steps of a new user, as README.md has them, timed: `pytest -rP` prints how long each takes.

From a clone; tests/distribution/installed_test.py installs the wheel.
"""

import csv
import json
import re
import sys
from pathlib import Path
from time import perf_counter

from helpers.installed import run
from helpers.pages import list_examples, list_inline_code
from helpers.support import ROOT, read_lines

README = ROOT / "README.md"
EXAMPLES = list_examples(README)
LINES = [*(line for each in EXAMPLES for line in each.list_lines()), *list_inline_code(README)]
TABLE_WORDS = next(words for each in EXAMPLES for words in each.split_commands() if words[0] == "evaluate-table")


def write_table(path: Path) -> None:
    """Write a user's own table, which is the sample's under other names: two systems, five documents."""
    path.parent.mkdir(parents=True, exist_ok=True)
    systems = {"lead": "ours", "terse": "theirs"}
    lines = read_lines(ROOT / "sacrerouge_litepyramid/sample/summaries.jsonl")[:25]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["article_id", "model", "output", "reference"])
        for line in lines:
            if line["summarizer_id"] in systems:
                reference = line["references"][0]["text"]
                own = systems[line["summarizer_id"]]
                writer.writerow([line["instance_id"], own, line["summary"]["text"], reference])


def check_verdict(printed: str, words: list[str], folder: Path) -> None:
    """Check that a command of evaluate-table ranked the systems, and wrote what it was asked for."""
    rows = re.findall(r"^(ours|theirs) .* 5 +a$", printed, flags=re.MULTILINE)
    assert sorted(rows) == ["ours", "theirs"], printed
    assert "higher" in printed or "differ" in printed
    if "--output-dir" in words:
        output = folder / words[words.index("--output-dir") + 1]
        assert json.loads((output / "verdict.json").read_text("utf-8"))["comparison"]["systems"]
        assert (output / "report.html").stat().st_size > 10_000


def print_times(title: str, start: float, scored: float, steps: dict[str, float]) -> None:
    parts = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in steps.items())
    print(f"{title}: to the first score {scored - start:.1f} s; to a verdict on an own CSV ", end="")
    print(f"{perf_counter() - start:.1f} s ({parts})")


def test_the_walk_from_a_clone(wheel, tmp_path):
    """Of the last commit; `make demo` is the first score."""
    start = perf_counter()
    run(["git", "clone", "-q", str(ROOT), str(tmp_path / "clone")], tmp_path)
    clone, cloned = tmp_path / "clone", perf_counter()
    assert any(line.startswith("make demo ") for line in LINES)
    demo = run(["make", "demo", f"PYTHON={sys.executable}"], clone)
    scored = perf_counter()
    assert "10 documents" in demo
    write_table(clone / TABLE_WORDS[1])
    check_verdict(run([str(clone / ".venv/bin/sacrerouge-litepyramid"), *TABLE_WORDS], clone), TABLE_WORDS, clone)
    steps = {"clone": cloned - start, "make demo": scored - cloned, "table": perf_counter() - scored}
    print_times("From a clone", start, scored, steps)
