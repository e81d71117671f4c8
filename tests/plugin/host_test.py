"""What the plugin changes in SacreROUGE, in a process of its own where an import is what is looked at."""

import json
import logging
import subprocess
import sys
from pathlib import Path

from sacrerouge.commands import score

import sacrerouge_litepyramid
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.plugin import host
from sacrerouge_litepyramid.plugin.host import prepare_logging

SAMPLE = Path(sacrerouge_litepyramid.__file__).with_name("sample")
#: As the installed command starts: the working directory is not on the path.
START = "import sys; sys.path = [each for each in sys.path if each not in ('', {cwd!r})]\n"
RUN = "from sacrerouge_litepyramid.__main__ import main; sys.exit(main(sys.argv[1:]))"


def run(folder, *words, then=RUN):
    script = START.format(cwd=str(folder)) + then
    return subprocess.run([sys.executable, "-c", script, *words], cwd=folder, capture_output=True, text=True)


def test_no_module_of_the_working_directory_is_imported(tmp_path):
    """Of names that SacreROUGE, this package and what they import have within: each was run by every command."""
    for name in ("metrics", "datasets", "data", "models", "report", "training", "core"):
        (tmp_path / f"{name}.py").write_text(f"raise RuntimeError('{name} of the user was imported')")
    done = run(tmp_path, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "lite2pyramid" in done.stdout and "docker-rouge" in done.stdout


def test_a_package_of_the_working_directory_is_included_with_its_modules(tmp_path):
    (tmp_path / "mine/inner").mkdir(parents=True)
    (tmp_path / "mine/__init__.py").write_text("print('mine')")
    (tmp_path / "mine/inner/__init__.py").write_text("print('inner')")
    (tmp_path / "mine/inner/deep.py").write_text("print('deep')")
    done = run(
        tmp_path, then="from sacrerouge_litepyramid.plugin import host; host.import_module_and_submodules('mine')"
    )
    assert done.stdout.split() == ["mine", "inner", "deep"], done.stderr


def test_the_parser_is_built_without_pyplot_and_sacrerouges_tests(tmp_path):
    lines = [
        "sys.modules['bert_score'] = None  # SacreROUGE imports it where it is installed, and it imports pyplot",
        "from sacrerouge_litepyramid.cli.sacrerouge_commands import build_explained_parser",
        "build_explained_parser()",
        "print([name for name in ('matplotlib.pyplot', 'sacrerouge.tests') if name in sys.modules])",
    ]
    done = run(tmp_path, then="\n".join(lines))
    assert done.stdout.strip() == "[]", done.stderr


def test_correlate_still_plots(tmp_path):
    assert main(["demo", "--output-dir", str(tmp_path / "demo")]) == 0
    files = ["--metrics-jsonl-files", f"{SAMPLE}/metrics.jsonl", str(tmp_path / "demo/scores.jsonl")]
    names = ["--metrics", "litepyramid_recall", "lite2pyramid_p2c", "--summarizer-type", "peer", "--silent"]
    plot = ["--confidence-interval-method", "none", "--global-output-plot", str(tmp_path / "plot.png")]
    assert main(["correlate", *files, *names, *plot]) == 0
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_run_logs_its_output_and_no_parameters_and_its_signature_in_detail(tmp_path):
    reader = {"type": "units-based"}
    files = [f"{SAMPLE}/summaries.jsonl", f"{SAMPLE}/scus.jsonl"]
    config = {"dataset_reader": reader, "input_files": files, "metrics": [{"type": "lite2pyramid"}]}
    (tmp_path / "config.json").write_text(json.dumps(config))
    words = ["score", "--config", "config.json", "--output-jsonl", "scores.jsonl"]
    done = run(tmp_path, *words)
    lines = done.stderr.splitlines()
    assert [line.split()[:2] for line in lines] == [["warning:", "No"], ["info:", "Written:"]]
    assert lines[-1] == "info: Written: scores.jsonl"
    assert done.stdout.split()[0] == "system"
    assert "\ndebug: Signature: lite2pyramid|version:" in run(tmp_path, *words, "--debug").stderr


def test_version_is_printed_without_importing_sacrerouge(tmp_path):
    done = run(
        tmp_path,
        then="import sacrerouge_litepyramid.__main__ as it\nit.main(['--version'])\nprint('nltk' in sys.modules)",
    )
    assert done.stdout.split() == [sacrerouge_litepyramid.__version__, "False"], done.stderr


def test_a_late_module_has_what_the_real_one_has():
    late = host._LazyModule("json")
    assert late.dumps is json.dumps
    assert not hasattr(late, "__all__") and not hasattr(late, "no_such_function")


def test_sacrerouges_commands_log_to_standard_error_and_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    prepare_logging(str(tmp_path / "logs" / "log.txt"))
    logging.getLogger("a.name").info("a line")
    printed = capsys.readouterr()
    assert printed.err.endswith(" - INFO - a.name - a line\n") and printed.out == ""
    assert (tmp_path / "logs" / "log.txt").read_text() == printed.err


def test_a_silent_command_of_sacrerouges_logs_nothing(monkeypatch, capsys):
    monkeypatch.setattr(logging.root, "handlers", [])
    prepare_logging(silent=True)
    logging.getLogger("a.name").info("a line")
    assert capsys.readouterr().err == ""


def test_scores_that_cannot_be_written_leave_no_evidence(tmp_path, monkeypatch):
    def fail(*_):
        raise ValueError("no room")

    monkeypatch.setattr(score, "save_score_results", fail)
    files = ["--input-files", f"{SAMPLE}/summaries.jsonl", f"{SAMPLE}/scus.jsonl", "--dataset-reader", "units-based"]
    outputs = ["--output-jsonl", f"{tmp_path}/scores", "--evidence-output", f"{tmp_path}/evidence"]
    assert main(["lite2pyramid", "score", *files, *outputs, "--silent"]) == 1
    assert not list(tmp_path.iterdir())
