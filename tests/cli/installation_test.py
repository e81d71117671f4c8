"""`doctor` on incomplete installations, made of distributions in a folder at the beginning of the
path.
"""

from importlib import metadata

import pytest

from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.cli.terminal import describe_error


def add_distribution(folder, name, version, *requirements):
    (folder / f"{name}-{version}.dist-info").mkdir()
    lines = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}"]
    lines += [f"Requires-Dist: {requirement}" for requirement in requirements]
    (folder / f"{name}-{version}.dist-info/METADATA").write_text("\n".join([*lines, ""]))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of distributions beside which none is installed."""

    def find_here(name):
        for distribution in metadata.distributions(name=name, path=[str(tmp_path)]):
            return distribution
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", find_here)
    return tmp_path


def doctor(capsys):
    """Return the status of doctor, and what it prints."""
    status = main(["doctor"])
    return status, " ".join(capsys.readouterr().out.split())


def test_a_complete_installation_is_listed_with_versions(folder, capsys):
    add_distribution(folder, "sacrerouge_litepyramid", "1.0", "numpy", 'torch>=2.6; extra == "nli"')
    add_distribution(folder, "numpy", "2.4.6")
    status, printed = doctor(capsys)
    assert status == 0 and printed.endswith("All required packages are installed.")
    assert "required: sacrerouge-litepyramid 1.0 ok numpy 2.4.6 ok" in printed
    assert 'nli: torch - missing pip install "sacrerouge-litepyramid[nli]"' in printed
    assert "repro - missing pip install --no-deps sacrerouge==0.2.5 repro==0.1.1" in printed


def test_a_missing_required_package_fails_the_check(folder, capsys):
    add_distribution(folder, "sacrerouge_litepyramid", "1.0", "numpy")
    status, printed = doctor(capsys)
    assert status == 1 and "numpy - missing in a clone: pip install -e ." in printed
    assert printed.endswith("Missing, or of another version: numpy")


def test_a_clone_that_is_not_installed_is_reported(folder, capsys):
    status, printed = doctor(capsys)
    assert (
        status == 1
        and "required: sacrerouge-litepyramid - missing in a clone: pip install -e ." in printed
    )


@pytest.mark.parametrize(("has_sacrerouge", "status"), [(True, 1), (False, 0)])
def test_what_sacrerouge_needs_is_required_if_it_is_installed(
    has_sacrerouge, status, folder, capsys
):
    add_distribution(
        folder, "sacrerouge_litepyramid", "1.0", 'overrides==3.1.0; extra == "sacrerouge"'
    )
    add_distribution(folder, "overrides", "7.7.0")
    if has_sacrerouge:
        add_distribution(folder, "sacrerouge", "0.2.5")
        add_distribution(folder, "repro", "0.1.1")
    found, printed = doctor(capsys)
    assert found == status
    assert (
        'overrides 7.7.0 must be 3.1.0 pip install "sacrerouge-litepyramid[sacrerouge]"' in printed
    )


@pytest.mark.parametrize(
    ("module", "remedy"),
    [
        ("pyarrow.parquet", 'pip install "sacrerouge-litepyramid[tables]"'),
        ("torch", 'pip install "sacrerouge-litepyramid[nli]"'),
        ("x", "`sacrerouge-litepyramid doctor` lists what is missing"),
    ],
)
def test_the_error_about_a_missing_module_says_how_to_install_it(module, remedy):
    error = ModuleNotFoundError(f"No module named {module!r}", name=module)
    assert describe_error(error) == f"No module named {module!r}; {remedy}"
