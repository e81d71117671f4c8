"""The child process: what it returns, and how it ends."""

import sys

import pytest

from sacrerouge_litepyramid.core import bounded
from sacrerouge_litepyramid.core.bounded import run_bounded


def describe(path, *texts):
    return {1: [path, *texts], "none": None}


def refuse(path):
    raise ValueError(f"{path}: refused")


def exhaust_memory(path):
    return "x" * 2 * bounded.MAX_BYTES


def run(function, *texts):
    return run_bounded(f"core.bounded_test:{function}", "x.pkl", *texts)


@pytest.fixture(autouse=True)
def importable(request, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(request.config.rootpath / "tests"), *sys.path])


def test_the_answer_and_the_error_are_the_functions():
    assert run("describe", "é\ud800") == {1: ["x.pkl", "é\ud800"], "none": None}
    with pytest.raises(ValueError, match="^x.pkl: refused$"):
        run("refuse")


def test_too_much_memory():
    with pytest.raises(ValueError, match="x.pkl: cannot be read within 60 seconds or 4 GiB; get the file again"):
        run("exhaust_memory")


def test_no_module_of_the_working_directory_is_imported(tmp_path, monkeypatch):
    (tmp_path / "subprocess.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    assert run("describe") == {1: ["x.pkl"], "none": None}
