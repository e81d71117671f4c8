"""Interpreters of a few lines of shell: only what they print says whether they have AllenNLP."""

import os
import sys
from pathlib import Path

import pytest

from sacrerouge_litepyramid.extraction.allennlp.requirements import PACKAGES, check_installed


def interpreter(folder: Path, script: str) -> str:
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


def packages(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise AssertionError('imported')", "utf-8")


@pytest.mark.parametrize("printed", ['["allennlp"]', 'hello\n["allennlp", "allennlp_models"]'])
def test_an_interpreter_that_lacks_it_is_named_with_the_lines_that_install_it(tmp_path: Path, printed: str) -> None:
    python = interpreter(tmp_path, f"printf '%s\\n' '{printed}'")
    with pytest.raises(ImportError) as failure:
        check_installed(python, os.environ)
    assert str(failure.value) == (
        f"No module named 'allennlp'; {python} needs AllenNLP: pip install 'sacrerouge-litepyramid[allennlp]', then "
        "pip install --no-deps allennlp==2.10.1 allennlp-models==2.10.1 cached-path==1.8.10"
    )


@pytest.mark.parametrize("script", ["exit 0", "echo usage; exit 2", "kill -9 $$", "echo '[' >&2"])
def test_what_is_no_python_is_named(tmp_path: Path, script: str) -> None:
    python = interpreter(tmp_path, script)
    with pytest.raises(
        ValueError, match=f"^interpreter: '{python}' does not answer as Python 3 does; give the path of"
    ):
        check_installed(python, os.environ)


def test_the_working_directory_does_not_count_in_another_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = interpreter(tmp_path, f'exec {sys.executable} -S "$@"')
    packages(tmp_path, *PACKAGES)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ImportError, match="No module named 'allennlp'"):
        check_installed(python, {})
    check_installed(python, {"PYTHONPATH": str(tmp_path)})


def test_this_interpreter_is_asked_without_importing_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages(tmp_path, PACKAGES[0])
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    for name in PACKAGES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(ImportError, match=f"No module named 'allennlp_models'; {sys.executable} needs AllenNLP"):
        check_installed(sys.executable, {})
    packages(tmp_path, PACKAGES[1])
    check_installed(sys.executable, {})
    assert not set(PACKAGES) & set(sys.modules)
