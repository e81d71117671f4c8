"""`doctor` on incomplete installations, made of distributions in a folder at the beginning of the path."""

import ast
import re
import subprocess
import sys

import pytest

from helpers.support import ROOT
from sacrerouge_litepyramid.cli import installation
from sacrerouge_litepyramid.cli.terminal import describe_error

DOCTOR = "import sys; from sacrerouge_litepyramid.__main__ import main; sys.exit(main(['doctor']))"


def doctor(folder):
    script = f"import sys; sys.path[:0] = [{str(folder)!r}, {str(ROOT)!r}]\n{DOCTOR}"
    return subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True)


def line_of(done, package):
    (line,) = [line for line in done.stdout.splitlines() if line.split()[:1] == [package]]
    return " ".join(line.split())


def distribution(folder, name, version):
    (folder / f"{name}-{version}.dist-info").mkdir()
    (folder / f"{name}-{version}.dist-info/METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    )


def test_a_wrong_version_and_a_failing_import_are_reported(tmp_path):
    distribution(tmp_path, "overrides", "7.7.0")
    (tmp_path / "jsons.py").write_text("raise OSError('libc is too old')")
    done = doctor(tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "3 required packages need attention", "SacreROUGE imports jsons"
    assert line_of(done, "overrides") == "overrides 7.7.0 must be 3.1.0: pip install overrides==3.1.0"
    version = installation._version("jsons")
    wanted = f"jsons {version} cannot be imported (OSError: libc is too old): pip install jsons"
    assert line_of(done, "jsons") == wanted


def missing(**settings):
    return installation.Package("no-such-package", "no_such_module", "pip install it", **settings)


def test_a_missing_required_package_fails_the_check(monkeypatch, capsys):
    monkeypatch.setattr(installation, "BASE", (missing(),))
    assert installation.print_report() == 1
    assert "  no-such-package        -            missing: pip install it\n" in capsys.readouterr().out


def test_a_missing_optional_package_does_not_fail_the_check(monkeypatch, capsys):
    monkeypatch.setattr(installation, "OPTIONAL", (missing(use="the extractor x"),))
    assert installation.print_report() == 0
    printed = capsys.readouterr().out
    assert "missing, needed for the extractor x: pip install it\nAll required packages work.\n" in printed


def test_sacrerouges_requirements_count_only_if_it_is_installed(monkeypatch, capsys):
    monkeypatch.setattr(installation, "SACREROUGE", (missing(),))
    assert installation.print_report() == 1
    find = installation._version
    monkeypatch.setattr(installation, "_version", lambda name: "" if name == "sacrerouge" else find(name))
    assert installation.print_report() == 0
    assert "no-such-package        -            missing: pip install it" in capsys.readouterr().out


def test_sacrerouge_is_imported_as_the_commands_do(monkeypatch, capsys):
    """On Python 3.12 and later it can only be imported through the plugin."""
    imported = []
    monkeypatch.setattr(installation, "import_module", imported.append)
    assert installation.print_report() == 0
    assert "sacrerouge_litepyramid.plugin" in imported and "sacrerouge" not in imported


@pytest.mark.parametrize(("version", "noted"), [((3, 11, 7), False), ((3, 12, 0), True), ((3, 14, 1), True)])
def test_from_python_312_on_doctor_names_the_replacement_for_sacrerouge(monkeypatch, capsys, version, noted):
    """Its import fails there, but through the plugin: an IndexError in overrides 3.1.0."""
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(installation, "_print_findings", lambda *_, **__: 0)
    assert installation.print_report() == 0
    printed = capsys.readouterr().out
    assert ("needs Python 3.10 or 3.11; on this Python, use sacrerouge-litepyramid" in printed) == noted
    monkeypatch.setattr(installation, "_version", lambda name: "")
    assert installation.print_report() == 0 and "on this Python" not in capsys.readouterr().out


def test_the_error_about_a_missing_module_says_how_to_install_it():
    error = ModuleNotFoundError("No module named 'pyarrow.parquet'", name="pyarrow.parquet")
    assert describe_error(error) == (
        "No module named 'pyarrow.parquet'; pip install \"sacrerouge-litepyramid[tables]\""
    )
    assert describe_error(ModuleNotFoundError("No module named 'x'", name="x")).endswith(
        "doctor` lists what is missing"
    )


def assigned(name):
    """A list of setup.py."""
    tree = ast.parse((ROOT / "setup.py").read_text("utf-8"))
    return next(node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == name)


def test_every_requirement_is_checked():
    needs = {re.split("[<=>]", need)[0] for need in ast.literal_eval(assigned("SACREROUGE"))}
    assert needs - {"nltk"} | {"sacrerouge", "repro"} == {package.name for package in installation.SACREROUGE}
    (listed,) = re.findall(r"^dependencies = (\[.*\])$", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert {re.split("[<=>]", need)[0] for need in ast.literal_eval(listed)} == {
        package.name for package in installation.BASE
    }


def test_every_extra_has_an_install_command():
    lines = {package.remedy for package in installation.OPTIONAL}
    extras = [key.value for key in assigned("EXTRAS").keys if key.value != "sacrerouge"]
    assert lines >= {f'pip install "sacrerouge-litepyramid[{extra}]"' for extra in extras}


def test_the_installation_page_lists_every_extra_and_python():
    page = (ROOT / "docs/installation.md").read_text("utf-8")
    pythons = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert re.findall(r"^\| (3\.\d+)\.\d+ \|", page, flags=re.MULTILINE) == pythons
    extras = {key.value for key in assigned("EXTRAS").keys} | {"allennlp", "all"}
    rows = re.findall(r"^\| `?([^`|]+)`? \|.*\| (\d+) \|$", page, flags=re.MULTILINE)
    assert rows[0][0] == "(none)" and {name for name, _ in rows[1:]} == extras
