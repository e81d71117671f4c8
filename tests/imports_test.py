"""Who may import whom (DESIGN), and that nothing heavy is imported before it is used."""

import ast
import subprocess
import sys

import pytest
from support import ROOT

PACKAGE = ROOT / "sacrerouge_litepyramid"
HEAVY = (
    "torch",
    "transformers",
    "accelerate",
    "allennlp",
    "allennlp_models",
    "rouge_score",
    "spacy",
    "xgboost",
    "ray",
)
#: for each part of the package the parts that it may import; "" is the package itself
ALLOWED = {
    part: set(names.split())
    for part, names in {
        "core": "core",
        "files": "files",
        "words": "words",
        "registry": "registry",
        "store": "store",
        "tarballs": "tarballs",
        "downloads": "files downloads",
        "pages": "files pages",
        "formats": "core files tarballs formats",
        "readers": "core formats readers",
        "models": "core files models",
        "encoders": "core models words encoders",
        "similarity": "core models words encoders registry similarity",
        "presence": "core files store models words presence",
        "coherence": "core files models words encoders presence coherence",
        "extraction": "core files store downloads tarballs models registry extraction",
        "supert": "core encoders words extraction supert",
        "metrics": "core files formats readers words encoders presence extraction similarity supert coherence registry "
        "metrics host",
        "training": "core registry files formats models words encoders presence coherence extraction training",
        "meta": "core files store formats encoders presence similarity coherence metrics training meta",
        "summarizers": "core files formats words encoders supert metrics meta registry summarizers",
        "annotation": "core files formats extraction pages annotation",
        "report": "core files formats pages words extraction presence metrics meta report",
        "corpora": "core files downloads tarballs formats readers corpora",
    }.items()
}
#: these name the package's version
for part in ("metrics", "summarizers", "report"):
    ALLOWED[part].add("")


def modules():
    return sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def imported(path, top_level_only=False):
    tree = ast.parse((PACKAGE / path).read_text("utf-8"))
    nodes = tree.body if top_level_only else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", modules(), ids=str)
def test_imports_follow_the_design(path):
    own = path.parts[0].removesuffix(".py")
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "sacrerouge_litepyramid" and own in ALLOWED:
            assert (parts[1] if len(parts) > 1 else "") in ALLOWED[own], f"{path} imports {name}"
        if own == "core":
            assert parts[0] in {*sys.stdlib_module_names, "numpy", "sacrerouge_litepyramid"}, f"{path} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=str)
def test_heavy_packages_are_imported_where_they_are_used(path):
    top = {name.split(".")[0] for name in imported(path, top_level_only=True)}
    assert not top & set(HEAVY), f"{path} imports {top & set(HEAVY)} at its top"


def test_the_whole_package_imports_without_the_heavy_packages(tmp_path):
    script = f"""
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name in {HEAVY!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocked())
import sacrerouge_litepyramid
from sacrerouge.common.util import import_module_and_submodules
import_module_and_submodules("sacrerouge_litepyramid")
from sacrerouge.metrics import Metric
print("lite2pyramid" in Metric.list_available())
"""
    process = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert process.stdout.strip() == "True", process.stderr
