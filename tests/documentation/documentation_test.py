"""README.md and docs/: every command and every Python example runs, page by page, in a folder made of the sample."""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.support import ROOT

pytest.importorskip("accelerate", reason="the commands need all extras")
pytest.importorskip("ray", reason="the commands need all extras")

from helpers import commands_page, doc_folder, doc_people, doc_releases, page_examples
from helpers.build_once import BuildOnce
from sacrerouge_litepyramid.cli import catalogue, metric_commands, own_commands, sacrerouge_commands
from sacrerouge_litepyramid.cli.file_check import list_places
from sacrerouge_litepyramid.cli.main import is_own, main
from sacrerouge_litepyramid.cli.places import Use

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
#: words of commands that do not run here, and why
NOT_RUN = {
    '"type": "allennlp"': "needs AllenNLP; make test-allennlp runs the extractor with archives that it trains",
    '"type": "minilm"': "needs the weights; make test-weights runs metrics over them",
    "reproduce": "measures published numbers in the real releases; tests/meta/reproduce_*_test.py run it on them",
}
#: what stands for a GPU, and for an answer of any length
HERE = {
    "cuda": "cpu",
    '"gpus_per_actor": 1': '"actors": 1',
    '"output_format": "json"': '"output_format": "json", "max_new_tokens": 8',
}
#: what stands for a word that names a slow component
QUICK_WORDS = {"reinforce": '{"type": "reinforce", "samples": 100, "episodes": 100}'}
#: options that make a command on a whole data set quick
QUICK = {
    "curve": ["--random-seeds", "2", "--resamples", "20"],
    "analyze-metrics": ["--resamples", "20", "--no-plots"],
    "finetune-nli": ["--epochs", "1", "--max-length", "48"],
    "finetune-coherence": ["--epochs", "1"],
    "simulate-judgements": ["--draws", "5"],
    "compare-effort": ["--draws", "5", "--random-seeds", "2"],
}
#: what people do before a command, and what a miniature lacks for it
BEFORE = {
    "import-annotation": doc_people.annotate,
    "import-presence": doc_people.judge,
    "analyze-metrics --metrics-jsonl-files data/realsumm-scores": doc_releases.add_systems,
    "setup-dataset litepyramid-tac": doc_releases.set_up_tac,
}


def commands(page: Path) -> list[list[str]]:
    """The plugin's command lines in a page's code blocks, as words."""
    return [words for example in page_examples.list_examples(page) for words in example.split_commands()]


def python_examples(page: Path) -> list[page_examples.Example]:
    return [example for example in page_examples.list_examples(page) if example.language == "python"]


def here(word: str) -> str:
    for there, instead in HERE.items():
        word = word.replace(there, instead)
    return QUICK_WORDS.get(word, word)


def quick_options(words: list[str]) -> list[str]:
    """The options to add to a command; the demo's sample is small enough for what the page says."""
    return [] if "demo" in words else QUICK.get(words[0], [])


def parse(words: list[str], sacrerouge: argparse.ArgumentParser) -> argparse.Namespace:
    """The arguments of a command line, by the parser that `main` would choose."""
    if words[0] in catalogue.METRICS:
        return metric_commands.build_parser(*words[:2]).parse_args(words[2:])
    if is_own(words):
        return own_commands.build_parser(words[0]).parse_args(words[1:])
    return sacrerouge.parse_args(words)


def outputs(args: argparse.Namespace) -> Iterator[Path]:
    """The files and folders that a command says it writes, without what stands beside an output."""
    places = list_places(args) if hasattr(args, "parser") else sacrerouge_commands.list_places(args)
    yield from (place.path for place in places if place.use is Use.WRITTEN and "OUTPUT" not in place.option)


@pytest.fixture(scope="module")
def models(build_once: BuildOnce) -> Path:
    return build_once("documentation", doc_folder.save_models)


@pytest.fixture
def folder(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working directory, laid out as the pages take for granted."""
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (ROOT, *sys.path))))
    own = tmp_path / "work"
    own.mkdir()
    doc_folder.prepare(own, models)
    (own / "my_models.py").write_text(python_examples(ROOT / "docs/extending.md")[0].text, "utf-8")
    doc_releases.know_lite_pyramid(tmp_path / "released", monkeypatch)
    doc_releases.know_ffci(own / "ffci-data.tar.gz", monkeypatch)
    doc_releases.know_realsumm_scores(own / "DIR", monkeypatch)
    doc_releases.know_tac(own, monkeypatch)
    monkeypatch.chdir(own)
    yield own
    # A command that started Ray leaves it to its process, which goes on here.
    import ray

    ray.shutdown()


def runs_here(words: list[str]) -> bool:
    return not any(part in " ".join(words) for part in NOT_RUN)


def run_command(words: list[str], parser: argparse.ArgumentParser, folder: Path) -> None:
    """Run a command line of a page, after what people do before it; it must end well and write its files."""
    args = parse(words, parser)
    for start, prepare in BEFORE.items():
        if " ".join(words).startswith(start):
            prepare(folder)
    assert main(["--debug", *map(here, words), *quick_options(words)]) == 0, words
    missing = [str(path) for path in outputs(args) if not path.exists()]
    assert not missing, words


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_every_command_of_a_page_runs(page, folder, capsys):
    """Each block's commands run, and print what the page shows right below the block."""
    parser = sacrerouge_commands.build_parser()
    for example in page_examples.list_examples(page):
        lines, printed = example.split_commands(), []
        for words in filter(runs_here, lines):
            capsys.readouterr()
            run_command(words, parser, folder)
            printed.append(capsys.readouterr().out)
        if lines and example.output is not None and all(map(runs_here, lines)):
            assert page_examples.is_shown_of_block(example.output, printed), f"{example.text}prints\n{''.join(printed)}"


def test_no_exception_is_out_of_use():
    """Each entry of the list of commands that do not run is still there to be excepted."""
    shown = [" ".join(words) for page in PAGES for words in commands(page)]
    assert [part for part in NOT_RUN if not any(part in line for line in shown)] == []


#: each example with names of its own; prints what it printed and how it failed, as a line of JSON
RUN_EXAMPLES = """
import contextlib, io, json, sys, traceback
for example in json.load(sys.stdin):
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(example, {})
        except BaseException:
            error = traceback.format_exc()
    print(json.dumps({"printed": printed.getvalue(), "error": error}))
"""


def test_python_examples_run(tmp_path):
    """Of all pages, one after the other in one process; each prints something, and what its page shows below it."""
    examples = [(page.name, example) for page in PAGES for example in python_examples(page)]
    done = subprocess.run(
        [sys.executable, "-c", RUN_EXAMPLES], cwd=tmp_path, input=json.dumps([each.text for _, each in examples]),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    results = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [(name, example.text, found) for (name, example), found in zip(examples, results, strict=True)
              if found["error"] or not found["printed"]
              or not page_examples.is_shown(example.output or "…", found["printed"])]  # fmt: skip
    assert len(examples) > 10 and not failed


def test_the_walk_through_of_the_readme_gives_what_it_says(shared, tmp_path, monkeypatch):
    """On the real release, where it is at hand."""
    steps = [words for words in commands(ROOT / "README.md") if "realsumm" in " ".join(words)]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    setup = next(words for words in steps if words[0] == "setup-dataset")
    score = next(words for words in steps if words[0] == "score")
    correlate = next(words for words in steps if words[0] == "correlate")
    assert main([*setup, "--source", str(shared / "data/lite-pyramid/REALSumm")]) == 0
    assert main(score) == main(correlate) == 0
    correlations = json.loads((tmp_path / "out/realsumm/correlations.json").read_text())
    assert correlations["system_level"]["num_summarizers"] == 25
    assert correlations["system_level"]["pearson"]["r"] >= 0.93
    assert correlations["summary_level"]["pearson"]["r"] >= 0.55


def test_the_page_of_commands_is_that_of_the_command_line():
    written = commands_page.PAGE.read_text("utf-8")
    assert written == commands_page.page(), "run: python tests/helpers/commands_page.py"


def messages() -> list[str]:
    """The texts of the package's source, "…" standing for what is filled in."""
    found = []
    for path in (ROOT / "sacrerouge_litepyramid").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                found.append("".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(re.sub(r"%[sd]", "…", node.value))
    return found


def test_the_messages_that_are_explained_are_the_packages():
    known = messages()
    rows = re.findall(r"^\| `(.*?)` \|", (ROOT / "docs/troubleshooting.md").read_text("utf-8"), flags=re.MULTILINE)
    assert len(rows) > 20
    for row in rows:
        pattern = re.compile(".*".join(re.escape(part.strip()) for part in row.split("…")), flags=re.DOTALL)
        assert any(pattern.search(text) for text in known), row


def test_the_links_of_the_readme_lead_somewhere():
    """Those of docs/ are checked by `make docs`."""
    links = re.findall(r"\]\((docs/[^)#]+)#?([^)]*)\)", (ROOT / "README.md").read_text("utf-8"))
    assert len(links) > 20
    for path, anchor in links:
        headings = re.findall(r"^#+ (.*)$", (ROOT / path).read_text("utf-8"), flags=re.MULTILINE)
        slugs = {"-".join(re.sub(r"[^\w\s-]", "", heading).lower().split()) for heading in headings}
        assert not anchor or anchor in slugs, (path, anchor)
