"""Who may import whom, that only the plugin knows SacreROUGE, and that nothing heavy is early."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from helpers.rooms import MODULES, NAME, PACKAGE, find_room
from helpers.support import ROOT

SAMPLE = PACKAGE / "sample"
HEAVY = (
    "torch",
    "transformers",
    "accelerate",
    "allennlp",
    "allennlp_models",
    "spacy",
    "xgboost",
    "ray",
)
CORE_MAY_IMPORT = {*sys.stdlib_module_names, "numpy", "regex", NAME}
#: the rooms of the lower storey and then of the upper one, the lowest first: a file imports from its
#: own room and from the layers below
LOWER = (
    ("core", "_version"),
    ("statistics",),
    ("registry", "signature"),
    ("io",),
    ("models",),
    ("judges", "extraction", "corpora"),
    ("scoring",),
    ("metrics",),
    ("training", "scale"),
    ("meta_evaluation",),
    ("experiments", "plugin"),
)
UPPER = (
    ("verdict.tables", "verdict.comparison", "verdict.page"),
    ("verdict.findings",),
    ("verdict.trust",),
    ("verdict.verdict",),
    ("verdict.assessment",),
    ("verdict.labels",),
    ("verdict.report",),
    ("verdict.evaluation", "verdict.demo"),
)
#: what stands on both: the package from Python and the command line
DOORS = (("result",), ("api",), ("cli",), ("__main__",))
LAYERS = (*LOWER, *UPPER, *DOORS)
RANKS = {room: rank for rank, rooms in enumerate(LAYERS) for room in rooms}

BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
"""


@cache
def list_imports(module):
    """Return the names that a module imports, wherever in its file."""
    names = []
    for node in ast.walk(ast.parse(MODULES[module].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                names.append(full if full in MODULES else node.module)
    return names


@pytest.fixture(scope="module")
def imports():
    """By module, those of the package that it imports, but the package itself (for its version)."""
    return {name: {*list_imports(name)} & MODULES.keys() - {name, NAME} for name in MODULES}


def run(folder, script, *blocked):
    """A Python of its own, in which the ``blocked`` packages cannot be imported."""
    text = BLOCK.format(names=blocked) + script
    return subprocess.run([sys.executable, "-c", text], cwd=folder, capture_output=True, text=True)


def test_no_file_imports_from_a_higher_room(imports):
    upward = []
    for module in MODULES.keys() - {NAME, f"{NAME}.verdict"}:
        room = find_room(module)
        others = {find_room(other) for other in imports[module]} - {room}
        upward += [(module, other) for other in others if RANKS[room] <= RANKS[other]]
    assert upward == []


def test_the_storeys_do_not_know_each_other(imports):
    """The lower storey knows nothing of the verdict, and the verdict no plugin and no experiment."""
    lower = {room for rooms in LOWER for room in rooms}
    for module in MODULES.keys() - {NAME}:
        others = {find_room(other) for other in imports[module]}
        if find_room(module) in lower:
            assert not any(other.startswith("verdict") for other in others), module
        if find_room(module).startswith("verdict"):
            assert others.isdisjoint({"experiments", "plugin", "training", "scale"}), module


def test_the_picture_in_contributing_shows_all_imports_of_rooms(imports):
    """Each arrow is an import, and each import between rooms is an arrow or a path of arrows."""
    between = {room: set() for room in RANKS if room not in ("_version", "__main__")}
    for module in MODULES.keys() - {NAME, f"{NAME}.verdict"}:
        room = find_room(module)
        if room in between:
            between[room] |= {find_room(other) for other in imports[module]} & between.keys()
            between[room] -= {room}
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    arrows = {room: set() for room in between}
    for room, other in re.findall(r"^    (\S+) --> (\S+)$", text, re.MULTILINE):
        arrows[room].add(other)
    assert all(arrows[room] <= between[room] for room in between)
    reached = {}
    for room in TopologicalSorter(arrows).static_order():
        reached[room] = arrows[room].union(*(reached[other] for other in arrows[room]))
    assert all(between[room] <= reached[room] for room in between)


def test_no_files_import_each_other_in_a_circle(imports):
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        raise AssertionError(" → ".join(error.args[1])) from error


def test_core_is_arithmetic():
    for module in MODULES.keys() - {NAME}:
        if find_room(module) == "core":
            assert {name.split(".")[0] for name in list_imports(module)} <= CORE_MAY_IMPORT, module


def test_only_the_plugin_imports_sacrerouge():
    for module in MODULES.keys() - {NAME}:
        packages = {name.split(".")[0] for name in list_imports(module)}
        assert "sacrerouge" not in packages or find_room(module) == "plugin", module


def test_the_whole_package_imports_without_the_heavy_packages(tmp_path, fork_server):
    script = f"""import importlib
for name in [*sys.modules]:
    if name.partition(".")[0] in {HEAVY}:
        del sys.modules[name]
for name in {[name for name in MODULES if not name.endswith("__main__")]}:
    importlib.import_module(name)
"""
    process = fork_server.run(BLOCK.format(names=HEAVY) + script, folder=tmp_path)
    assert process.returncode == 0, process.stderr


#: runs command lines one after the other: their statuses and what they print, as a line of JSON
RUN_COMMANDS = """
import contextlib, io, json
from sacrerouge_litepyramid.__main__ import main
results = []
for words in {commands!r}:
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            status = main(words)
        except SystemExit as stopped:
            status = stopped.code
    results.append([status, out.getvalue(), error.getvalue()])
print(json.dumps(results))
"""


def run_commands(folder, commands, before=""):
    """The status, the output and the errors of each command line, in a Python without
    SacreROUGE.
    """
    process = run(folder, before + RUN_COMMANDS.format(commands=commands), "sacrerouge", "repro")
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])


#: from Python: by units, by references, and another metric
SCORE_ALONE = """
from sacrerouge_litepyramid import load, score
print(score(["A fire."], units=[["A fire."]], judge="lexical"))
assert not {"datasets", "torch"} & sys.modules.keys()
print(score(["A fire."], references=["A fire broke out."], extractor="sentence"))
print(load("ffci-focus").score(["A fire."], references=["A fire."]).mean)
assert not [name for name in sys.modules if name.startswith("sacrerouge_litepyramid.verdict")]
"""


def test_python_and_commands_of_our_own_need_no_sacrerouge(tmp_path):
    commands = [
        ["--help"],
        ["report", "--help"],
        ["demo"],
        ["extract-units", "--extractor", "sentence", "--references", str(SAMPLE / "summaries.jsonl"),
         "--output", "stus.jsonl"],
    ]  # fmt: skip
    for words, (status, printed, error) in zip(
        commands, run_commands(tmp_path, commands, before=SCORE_ALONE), strict=True
    ):
        assert status == 0 and printed, (words, error)


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="Python 3.12 cannot import SacreROUGE alone"
)
def test_plain_sacrerouge_loads_nothing_of_the_upper_storey(tmp_path, fork_server):
    script = f"""
import sys
from sacrerouge.__main__ import main
sys.argv = ["sacrerouge", "evaluate", "--config", "{ROOT}/configs/sample/lite3pyramid.json",
    "--overrides", '{{"input_files.0": "{SAMPLE}/summaries.jsonl"}}', "--include-packages",
    "{NAME}", "--macro-output-json", "macro.json", "--micro-output-jsonl", "micro.jsonl"]
main()
assert not [name for name in sys.modules if name.startswith("{NAME}.verdict")]
"""
    process = fork_server.run(script, folder=tmp_path)
    assert process.returncode == 0 and (tmp_path / "macro.json").exists(), process.stderr


def test_what_needs_sacrerouge_says_how_to_install_it(tmp_path):
    files = [str(SAMPLE / name) for name in ("summaries.jsonl", "scus.jsonl")]
    commands = [
        ["lite2pyramid", "score", "--dataset-reader", "units-based", "--input-files", *files,
         "--output-jsonl", "scores.jsonl"],
        ["correlate", "--metrics-jsonl-files", str(SAMPLE / "metrics.jsonl"), "--metrics", "a", "b"],
        ["chrf", "score", "--help"],
    ]  # fmt: skip
    hide = """
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "sacrerouge" else find(name, *rest)
"""
    for status, _, said in run_commands(tmp_path, commands, before=hide):
        error = said.splitlines()[-1]
        assert (
            status == 2
            and "for SacreROUGE's commands: SacreROUGE is not installed; pip install" in error
        ), said
        assert "sacrerouge==0.2.5" in error
