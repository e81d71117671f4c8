"""Every command of README.md and docs/ is accepted, and those on the sample print what is shown."""

import argparse
import contextlib
import io
import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("accelerate", reason="the commands need all extras")

from helpers import pages
from helpers.sample_scus import fill_scu_worksheet
from helpers.support import ROOT, read_lines
from helpers.vote_forms import fill_vote_form
from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import build_command_parser, main
from sacrerouge_litepyramid.plugin.host import build_parser
from sacrerouge_litepyramid.verdict.demo import SAMPLE

DEMO = "demo --output-dir demo".split()


@pytest.fixture(scope="module")
def sacrerouge() -> argparse.ArgumentParser:
    return build_parser()


def parse(words, sacrerouge):
    """Return the arguments of a command line, by the parser that `main` would choose."""
    if name := names.find_command(words):
        return build_command_parser(name).parse_args(words[len(name.split()) :])
    return sacrerouge.parse_args(words)


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_is_accepted(page, sacrerouge):
    for example in pages.list_examples(page):
        for words in example.split_commands():
            parse(words, sacrerouge)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Demo(NamedTuple):
    """The folder that DEMO wrote, and what it printed."""

    folder: Path
    printed: str


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Run the command that most pages begin with, once for all."""
    folder = tmp_path_factory.mktemp("pages")
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(printed):
        patch.chdir(folder)
        assert main(["--debug", *DEMO]) == 0
    return Demo(folder / "demo", printed.getvalue())


def uses_sample(words):
    """Return whether a command needs the files of `demo`, and no others."""
    return "demo" in " ".join(words) and "my_models" not in words


def list_sample_examples(page):
    """Return the blocks of commands of a page that need only the sample."""
    examples = []
    for example in pages.list_examples(page):
        commands = example.split_commands()
        if commands and all(map(uses_sample, commands)):
            examples.append(example)
    return examples


def vote(folder):
    """Let the annotators vote in their forms as the sample's labels say."""
    units = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "scus.jsonl")}
    summaries = read_lines(SAMPLE / "summaries.jsonl")
    labels = {}
    for summary, line in zip(summaries, read_lines(SAMPLE / "labels.jsonl"), strict=True):
        for unit, label in zip(units[line["instance_id"]], line["labels"], strict=True):
            labels[summary["summary"]["text"], unit["text"]] = label
    for form in sorted(folder.glob("demo/forms/labels-*.html")):
        fill_vote_form(form, lambda summary, unit: labels[summary, unit])
        name = form.stem.removeprefix("labels-")
        form.with_suffix(".json").rename(folder / f"votes-{name}.json")


@pytest.mark.parametrize(
    "page", [page for page in pages.PAGES if list_sample_examples(page)], ids=lambda page: page.name
)
def test_commands_on_the_sample_print_what_is_shown(page, demo, here, capsys):
    for example in list_sample_examples(page):
        printed = []
        for words in example.split_commands():
            # What annotators do between the commands
            if words[0] == "import-labels":
                vote(here)
            if words == "write-scus demo --output-dir annotated".split():
                fill_scu_worksheet(here / "annotated/worksheet.csv")
            if words == DEMO:
                shutil.copytree(demo.folder, here / "demo", dirs_exist_ok=True)
                printed.append(demo.printed)
                continue
            capsys.readouterr()
            assert main(["--debug", *words]) == 0, words
            printed.append(capsys.readouterr().out)
        if example.output is not None:
            assert pages.is_shown_of_block(example.output, printed), (
                f"{example.text}prints\n{''.join(printed)}"
            )


@pytest.mark.numbers
def test_the_guide_to_sacrerouge_shows_what_pyrxsum_gives(shared, tmp_path, monkeypatch, capsys):
    """On the real release, where it is at hand."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    source = ["--source", str(shared / "data/lite-pyramid/PyrXSum")]
    compared = 0
    for example in pages.list_examples(ROOT / "docs/in-sacrerouge.md"):
        for words in example.split_commands():
            # These download models, or need them; they have tests of their own.
            if {"setup-metric", "docker-lite3pyramid"}.intersection(words):
                continue
            capsys.readouterr()
            assert main([*words, *(source if words[0] == "setup-dataset" else [])]) == 0, words
        # pages_test runs the examples in Python.
        if example.output is not None and example.language != "python":
            assert pages.is_shown(example.output, capsys.readouterr().out)
            compared += 1
        if example.title:
            assert _round(example.text) == _round((tmp_path / example.title).read_text("utf-8")), (
                example.title
            )
            compared += 1
    assert compared == 4
    correlations = json.loads((tmp_path / "out/pyrxsum/correlation.json").read_text())
    levels = [correlations[level]["pearson"]["r"] for level in ("system_level", "summary_level")]
    assert levels == pytest.approx([0.993, 0.622], abs=5e-4)
    assert correlations["summary_level"]["num_summary_groups"] == 96


def _round(text):
    """Return a JSON text's value, with numbers of nine decimals."""
    return json.loads(text, parse_float=lambda digits: round(float(digits), 9))
