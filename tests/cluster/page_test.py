"""The command for a cluster that docs/large-corpora.md shows, on this machine."""

from pathlib import Path

import pytest

pytest.importorskip("ray", reason="needs ray")

import ray

from helpers import doc_commands, doc_folder
from helpers.pages import list_examples
from helpers.support import ROOT
from sacrerouge_litepyramid.__main__ import main

PAGE = ROOT / "docs/large-corpora.md"


def test_the_command_for_a_cluster_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = list_examples(PAGE)
    commands = [words for example in examples for words in example.split_commands() if "--engine" in words]
    assert len(commands) == 1
    (tmp_path / "work").mkdir()
    doc_folder.prepare(tmp_path / "work", doc_folder.save_models(tmp_path / "models"))
    monkeypatch.chdir(tmp_path / "work")
    try:
        assert main([*doc_commands.replace_words(commands[0]), *doc_commands.ONE_MACHINE]) == 0
    finally:
        ray.shutdown()
    assert list(Path(commands[0][commands[0].index("--output") + 1]).glob("0*.parquet"))
