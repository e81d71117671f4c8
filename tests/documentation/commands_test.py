"""Every command of README.md and docs/ runs, page by page, in a folder made of the sample, and
prints what is shown.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import commands_page
import pytest

pytest.importorskip("accelerate", reason="the commands need all extras")
pytest.importorskip("ray", reason="the commands need all extras")

from helpers import doc_commands, doc_folder, pages
from helpers.support import ROOT
from sacrerouge_litepyramid.cli import sacrerouge_commands
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.experiments import curve_report


def commands(page):
    """The plugin's command lines in a page's code blocks, as words."""
    return [words for example in pages.list_examples(page) for words in example.split_commands()]


@pytest.fixture(scope="module")
def models(build_once) -> Path:
    return build_once("documentation", doc_folder.save_models)


@pytest.fixture
def folder(models, tmp_path, monkeypatch) -> Iterator[Path]:
    """The working directory, laid out as the pages take for granted."""
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (ROOT, *sys.path))))
    own = tmp_path / "work"
    own.mkdir()
    doc_folder.prepare(own, models)
    doc_folder.know_release(own, monkeypatch)
    monkeypatch.setattr(curve_report, "RANDOM_SELECTIONS", 2)
    (judge,) = (
        example
        for example in pages.list_examples(ROOT / "docs/api.md")
        if "@Judge.register" in example.text
    )
    (own / "my_models.py").write_text(judge.text, "utf-8")
    monkeypatch.chdir(own)
    yield own
    # A command that started Ray leaves it to its process, which goes on here.
    import ray

    ray.shutdown()


@pytest.mark.parametrize(
    "page", [page for page in pages.PAGES if commands(page)], ids=lambda page: page.name
)
def test_every_command_of_a_page_runs(page, folder, capsys):
    """Each ends without an error and writes its files, and prints what stands below its block."""
    for example in pages.list_examples(page):
        printed = run_example(example, folder, capsys)
        if (
            printed
            and example.output is not None
            and all(map(doc_commands.is_comparable, example.split_commands()))
        ):
            assert pages.is_shown_of_block(example.output, printed), (
                f"{example.text}prints\n{''.join(printed)}"
            )


def run_example(example, folder, capsys):
    """Run a block's commands, check that they end without an error and write their files, and
    return the outputs.
    """
    parser = sacrerouge_commands.build_parser()
    printed = []
    for words in example.split_commands():
        args = doc_commands.parse(words, parser)
        if not doc_commands.is_run(words):
            continue
        doc_commands.prepare(words, folder)
        capsys.readouterr()
        assert main(["--debug", *doc_commands.replace_words(words)]) == 0, words
        printed.append(capsys.readouterr().out)
        assert [str(path) for path in doc_commands.list_outputs(args) if not path.exists()] == [], (
            words
        )
    return printed


def test_the_examples_of_help_texts_run(folder, capsys):
    """In the order of the reference of commands, which the site shows."""
    examples, _ = pages.parse_examples(commands_page.render_page())
    assert len(examples) > 20
    for example in examples:
        run_example(example, folder, capsys)


def test_the_table_that_the_start_page_shows_is_the_one_that_it_evaluates(folder):
    """The page shows the first lines of outputs.csv, shortened."""
    (shown,) = (
        text
        for text in pages.list_lone_outputs(ROOT / "docs/index.md")
        if text.startswith("doc_id,")
    )
    first = (folder / "outputs.csv").read_text("utf-8").splitlines()[: len(shown.splitlines())]
    assert pages.is_shown(shown, "\n".join(first))


def test_the_guide_to_sacrerouge_shows_what_pyrxsum_gives(shared, tmp_path, monkeypatch, capsys):
    """On the real release, where it is at hand."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    source = ["--source", str(shared / "data/lite-pyramid/PyrXSum")]
    compared = 0
    for example in pages.list_examples(ROOT / "docs/in-sacrerouge.md"):
        for words in example.split_commands():
            capsys.readouterr()
            assert main([*words, *(source if words[0] == "setup-dataset" else [])]) == 0, words
        if example.output is not None:
            assert pages.is_shown(example.output, capsys.readouterr().out)
            compared += 1
        if example.title:
            assert _round(example.text) == _round((tmp_path / example.title).read_text("utf-8")), (
                example.title
            )
            compared += 1
    assert compared == 3
    correlations = json.loads((tmp_path / "out/pyrxsum/correlations.json").read_text())
    levels = [correlations[level]["pearson"]["r"] for level in ("system_level", "summary_level")]
    assert levels == pytest.approx([0.994, 0.622], abs=5e-4)
    assert correlations["summary_level"]["num_summary_groups"] == 96


def _round(text):
    """Return a JSON text's value, with numbers of nine decimals."""
    return json.loads(text, parse_float=lambda digits: round(float(digits), 9))
