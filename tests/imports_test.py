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
#: for each room of the package the rooms that it may import; "" is the package itself
ALLOWED = {
    part: set(names.split())
    for part, names in {
        "core": "core",
        "registry": "registry",
        "text": "text",
        "storage": "storage",
        "statistics": "statistics",
        "pages": "storage pages",
        "models": "core text storage models",
        "encoders": "core text storage registry models encoders",
        "formats": "core text storage formats",
        "presence": "core text storage registry models presence",
        "extraction": "core text storage registry models extraction",
        "signature": "core storage",
        "scoring": "core text registry presence extraction signature",
        "supert": "core text registry encoders supert",
        "ffci": "core text storage registry models encoders ffci",
        "metrics": "core text registry formats encoders presence extraction scoring signature supert ffci metrics",
        "corpora": "core text storage formats statistics corpora",
        "training": "core text storage registry formats statistics models encoders presence extraction ffci scoring "
        "training",
        "meta": "core text storage registry formats statistics encoders presence scoring metrics training ffci meta",
        "reproduce": "core text storage formats corpora statistics presence metrics meta reproduce",
        "summarizers": "core text storage registry formats encoders supert metrics meta signature summarizers",
        "annotation": "core text storage formats extraction statistics pages annotation",
        "report": "core text storage formats statistics pages presence meta signature scoring report",
        "api": "core text registry formats scoring metrics signature extraction presence",
        "plugin": "core text storage registry formats scoring signature metrics plugin",
    }.items()
}
#: these name the package's version
for part in ("api", "metrics", "plugin", "report", "reproduce", "signature", "summarizers"):
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
