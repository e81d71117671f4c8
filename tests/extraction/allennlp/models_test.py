"""Tests of the AllenNLP models that do not need AllenNLP; tests/allennlp has the others."""

import io
import json
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sacrerouge_litepyramid.extraction.allennlp import models as allennlp
from sacrerouge_litepyramid.extraction.allennlp import worker as allennlp_worker
from sacrerouge_litepyramid.extraction.allennlp import worker_client as archives
from sacrerouge_litepyramid.extraction.allennlp.worker_client import WorkerError
from sacrerouge_litepyramid.extraction.extractor import (
    SemanticRoleLabeler,
)
from sacrerouge_litepyramid.registry import build


@pytest.fixture
def archive(tmp_path: Path) -> str:
    """A file that is safe to unpack, and no model."""
    with tarfile.open(tmp_path / "model.tar.gz", "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("config.json"), io.BytesIO())
    return str(tmp_path / "model.tar.gz")


@pytest.fixture
def bare_python(tmp_path: Path) -> str:
    """Another interpreter, without any package."""
    venv.create(tmp_path / "bare")
    return str(tmp_path / "bare" / "bin" / "python")


def test_models_are_built_from_configs() -> None:
    settings = {
        "type": "allennlp",
        "archive": "a.tar.gz",
        "device": "cuda:1",
        "overrides": {"model": {"a": 1}},
    }
    labeler = build(SemanticRoleLabeler, settings)
    assert (labeler.archive, labeler.overrides) == ("a.tar.gz", {"model": {"a": 1}})
    assert labeler.language == "en_core_web_sm"


@pytest.mark.parametrize("device,number", [("cpu", -1), ("cuda", 0), ("cuda:2", 2)])
def test_devices_are_numbers_to_allennlp(device: str, number: int) -> None:
    assert allennlp.parse_device(device) == number


def test_a_wrong_device_is_named() -> None:
    message = 'device must be "cpu", "cuda" or "cuda:N", not \'cuda2\''
    with pytest.raises(ValueError, match=message):
        allennlp.AllenNlpSemanticRoleLabeler("model.tar.gz", device="cuda2")


def test_a_config_cannot_name_an_interpreter() -> None:
    with pytest.raises(ValueError, match="the argument 'interpreter' is unknown"):
        build(SemanticRoleLabeler, {"type": "allennlp", "interpreter": sys.executable})


def test_an_archive_constructs_registered_classes_only() -> None:
    """As in AllenNLP, whose own name with a dot is a class of Python.

    Tests/allennlp asks the library itself.
    """

    class Registrable:
        _registry: dict[type, dict[str, str]] = {}

        @classmethod
        def resolve_class_name(cls, name: str) -> str:
            return Registrable._registry[cls].get(name, f"imported {name}")

    Registrable._registry[Registrable] = {"srl_bert": "a model", "a.b": "another"}
    assert Registrable.resolve_class_name("subprocess.Popen") == "imported subprocess.Popen"
    allennlp_worker.refuse_python_classes(Registrable)
    assert [Registrable.resolve_class_name(name) for name in ("srl_bert", "a.b")] == [
        "a model",
        "another",
    ]
    with pytest.raises(
        ValueError, match="'subprocess.Popen' is not a registered Registrable; other Python classes"
    ):
        Registrable.resolve_class_name("subprocess.Popen")


def test_a_missing_archive_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allennlp, "check_installed", lambda: None)
    labeler = allennlp.AllenNlpSemanticRoleLabeler(archive="nowhere/model.tar.gz")
    assert labeler.label([]) == []
    with pytest.raises(
        ValueError, match="archive: no file 'nowhere/model.tar.gz'; pass the path of an AllenNLP"
    ):
        labeler.label(["She slept."])


@pytest.mark.parametrize(
    "ask", [lambda labeler: labeler.label(["She slept."]), lambda labeler: labeler.identity()]
)
def test_missing_allennlp_is_an_error(
    ask: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "find_spec", lambda name: None)
    with pytest.raises(
        ImportError,
        match=f"^No module named 'allennlp'; {sys.executable} needs AllenNLP: pip install -e ",
    ):
        ask(allennlp.AllenNlpSemanticRoleLabeler("model.tar.gz"))


def test_the_worker_names_a_package_that_the_interpreter_lacks(
    archive: str, bare_python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AllenNLP's own packages are there, and empty; transformers, which it imports, is not."""
    (folder,) = Path(bare_python).parents[1].glob("lib/python*/site-packages")
    for package in ("allennlp", "allennlp_models"):
        (folder / package).mkdir()
    monkeypatch.setenv(archives.INTERPRETER, bare_python)
    labeler = allennlp.AllenNlpSemanticRoleLabeler(archive=archive)
    with pytest.raises(WorkerError) as failure:
        labeler.label(["She slept."])
    message = str(failure.value)
    assert f"AllenNLP archive {archive}: ImportError: No module named 'transformers'" in message
    assert f"{bare_python} needs AllenNLP: " in message
    assert (
        "pip install --no-deps allennlp==2.10.1 allennlp-models==2.10.1 cached-path==1.8.10"
        in message
    )


def test_prints_of_libraries_stay_out_of_the_answers() -> None:
    script = (
        "import os, sys\n"
        "from sacrerouge_litepyramid.extraction.allennlp import worker as allennlp_worker\n"
        "requests, answers = allennlp_worker._take_pipes()\n"
        "print('from Python', flush=True)\n"
        "os.system('echo from a child; cat')\n"
        "answers.write(requests.readline())\n"
    )
    request = json.dumps({"id": 1}) + "\n"
    done = subprocess.run(
        [sys.executable, "-c", script], input=request, capture_output=True, text=True, check=True
    )
    assert done.stdout == request
    assert "from Python\nfrom a child\n" in done.stderr


def test_importing_the_worker_does_nothing_and_needs_nothing() -> None:
    script = (
        "import builtins, runpy, sys\n"
        "before = set(sys.modules)\n"
        f"runpy.run_path({allennlp_worker.__file__!r}, run_name='worker')\n"
        f"runpy.run_path({allennlp_worker.__file__!r}.replace('worker', 'compat'), "
        "run_name='compat')\nprint(sorted({name.split('.')[0] for name in set(sys.modules) - "
        "before} - sys.stdlib_module_names))\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
