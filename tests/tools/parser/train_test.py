"""spaCy's commands train a parser from tools/parser, on a few made-up sentences."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.support import ROOT
from sacrerouge_litepyramid.extraction.dependency import DependencyExtractor
from sacrerouge_litepyramid.extraction.trees import SHIPPED_MODEL

spacy = pytest.importorskip("spacy", reason="the parser is a spaCy pipeline")
TOOLS = ROOT / "tools" / "parser"
SENTENCE = """# text = {0} didn't see {1}.
1\t{0}\t_\t_\tNNP\t_\t4\tnsubj\t_\t_
2-3\tdidn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdid\t_\t_\tVBD\t_\t4\taux\t_\t_
3\tn't\t_\t_\tRB\t_\t4\tadvmod\t_\t_
4\tsee\t_\t_\tVB\t_\t0\troot\t_\t_
5\t{1}\t_\t_\tNNS\t_\t4\tobj\t_\tSpaceAfter=No
6\t.\t_\t_\t.\t_\t4\tpunct\t_\t_
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What train.sh writes in two steps."""
    folder = tmp_path_factory.mktemp("parser")
    pairs = [
        (name, noun) for name in ("Annabel", "Bob", "Eva") for noun in ("cats", "dogs", "birds")
    ]
    (folder / "treebanks").mkdir()
    for part in ("train", "dev", "test"):
        text = "\n".join(SENTENCE.format(*pair) for pair in pairs * 4)
        (folder / "treebanks" / f"made-up-{part}.conllu").write_text(text + "\n", "utf-8")
    subprocess.run(
        [TOOLS / "train.sh", folder / "treebanks", folder / "output", "--training.max_steps", "1"],
        env={**os.environ, "PYTHON": sys.executable, "OMP_NUM_THREADS": "1"},
        check=True,
    )
    return folder / "output"


def test_the_extractor_takes_what_is_trained(trained: Path) -> None:
    extractor = DependencyExtractor(model=str(trained / "model-last"))
    assert extractor.identity()["parser"] != DependencyExtractor().identity()["parser"]
    assert extractor.extract(["Annabel didn't see cats."])[0][0].text


def test_the_pipeline_is_saved_as_the_shipped_one_is(trained: Path) -> None:
    """Without the treebank's words, which licence and size forbid, and with nothing of the
    training's folders.
    """
    model = trained / "model-last"
    assert spacy.util.load_config(model / "config.cfg") == spacy.util.load_config(
        SHIPPED_MODEL / "config.cfg"
    )
    assert "Annabel" not in (model / "vocab" / "strings.json").read_text("utf-8")
    meta, shipped = (
        json.loads((folder / "meta.json").read_text("utf-8")) for folder in (model, SHIPPED_MODEL)
    )
    assert meta.keys() == shipped.keys()
    assert meta["labels"] != shipped["labels"]
    for key in ("name", "description", "license", "sources", "spacy_version"):
        assert meta[key] == shipped[key]


def test_all_parts_but_the_test_part_are_trained_on(trained: Path) -> None:
    files = sorted(path.relative_to(trained / "corpus") for path in trained.rglob("*.spacy"))
    assert list(map(str, files)) == [
        "made-up-test.spacy",
        "training/dev/made-up-dev.spacy",
        "training/train/made-up-train.spacy",
    ]
