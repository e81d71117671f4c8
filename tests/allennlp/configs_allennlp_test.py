"""The configs that extract units by semantic role labelling, with AllenNLP itself and miniature
archives.
"""

import json
from pathlib import Path

import pytest

from helpers import config_folder, miniature_archives
from helpers.support import read_lines

#: by the extractor's parts, AllenNLP's tasks
TASKS = {"labeler": "srl", "coreference": "coref"}


@pytest.mark.parametrize("name", ["tac2008", "tac2009", "realsumm", "pyrxsum"])
def test_a_config_runs_with_the_library(name, folder, build_once, tmp_path, monkeypatch):
    config_folder.enter(build_once("configs", config_folder.build), tmp_path, monkeypatch)
    config = config_folder.read_config(f"configs/{name}/lite3pyramid-nli-srl.json")
    (metric,) = config["metrics"]
    for part in TASKS.keys() & metric["extractor"].keys():
        task = TASKS[part]
        metric["extractor"][part] |= {
            "archive": str(folder / f"{task}.tar.gz"),
            "language": str(folder / miniature_archives.PIPELINE),
            "overrides": miniature_archives.overrides(task, folder),
        }
    Path("config.json").write_text(json.dumps(config), "utf-8")
    config_folder.run_sacrerouge(
        *[
            "evaluate",
            "--config",
            "config.json",
            "--include-packages",
            "sacrerouge_litepyramid",
            "--silent",
        ],
        *["--macro-output-json", "out/macro.json", "--micro-output-jsonl", "out/micro.jsonl"],
    )
    config_folder.check_evidence(metric, read_lines(Path("out/micro.jsonl")))
