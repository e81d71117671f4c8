"""The first steps of a new user, as README.md has them, timed: `pytest -rP` prints how long each takes.

Once with the wheel in an empty environment, with what README.md installs and no more, and once from a clone.
"""

import csv
import json
import re
import sys
from pathlib import Path
from time import perf_counter

from helpers.installed import Installed, run
from helpers.pages import is_shown, list_examples, list_inline_code
from helpers.support import ROOT, read_lines

README = ROOT / "README.md"
EXAMPLES = list_examples(README)
LINES = [*(line for each in EXAMPLES for line in each.list_lines()), *list_inline_code(README)]
PYTHON = next(each for each in EXAMPLES if each.language == "python")
TABLE_WORDS = next(words for each in EXAMPLES for words in each.split_commands() if words[0] == "evaluate-table")
#: as "[extract]", the last that README.md installs: what the table's command needs
EXTRAS = re.findall(r'pip install -e "\.(\[[a-z,]+\])"', README.read_text("utf-8"))[-1]


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


def test_the_walk_with_the_wheel(wheel, tmp_path):
    start = perf_counter()
    user = Installed(tmp_path)
    user.install(f"{wheel}{EXTRAS}")
    installed = perf_counter()
    (user.elsewhere / "example.py").write_text(PYTHON.text, "utf-8")
    printed = user.run("python", "-W", "ignore", "example.py")
    scored = perf_counter()
    assert printed.strip() and (PYTHON.output is None or is_shown(PYTHON.output, printed)), printed
    write_table(user.elsewhere / TABLE_WORDS[1])
    before = perf_counter()
    check_verdict(user.run("sacrerouge-litepyramid", *TABLE_WORDS), TABLE_WORDS, user.elsewhere)
    steps = {"environment": installed - start, "example": scored - installed, "table": perf_counter() - before}
    print_times("From the wheel", start, scored, steps)


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
