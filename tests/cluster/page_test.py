"""The command for a cluster that docs/large-corpora.md shows, on this machine."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="needs ray")

from helpers import doc_commands, doc_folder
from helpers.pages import list_examples
from helpers.support import ROOT

PAGE = ROOT / "docs/large-corpora.md"


def test_the_command_for_a_cluster_runs(tmp_path: Path) -> None:
    """In a process of its own: one in which Ray was stopped can end without a word when Ray starts
    again.
    """
    examples = list_examples(PAGE)
    commands = [
        words for example in examples for words in example.split_commands() if "--engine" in words
    ]
    assert len(commands) == 1
    folder = tmp_path / "work"
    folder.mkdir()
    doc_folder.prepare(folder, doc_folder.save_models(tmp_path / "models"))
    words = [*doc_commands.replace_words(commands[0]), *doc_commands.ONE_MACHINE]
    program = [sys.executable, "-m", "sacrerouge_litepyramid"]
    ended = subprocess.run(
        [*program, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert (folder / words[words.index("--output") + 1]).is_file()
