"""What the sdist and the wheel hold, and what their metadata say."""

import subprocess
import tarfile
import zipfile
from pathlib import Path

from helpers.support import ROOT
from sacrerouge_litepyramid._version import __version__

PACKAGE = "sacrerouge_litepyramid/"
#: beside the package, configs/, docs/, examples/ and requirements/
SOURCES = {
    *(
        "CHANGELOG.md",
        "CITATION.cff",
        "CONTRIBUTING.md",
        "LICENSE",
        "MANIFEST.in",
        "NOTICE",
        "README.md",
        "SECURITY.md",
    ),
    *("pyproject.toml", "setup.py"),
}
FOLDERS = (PACKAGE, "configs/", "docs/", "examples/", "requirements/")


def tracked() -> set[str]:
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.strip("\0").split("\0"))


def files(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_holds_the_package_whole_and_nothing_else(wheel):
    held = set(files(wheel))
    metadata = {
        name for name in held if name.startswith(f"sacrerouge_litepyramid-{__version__}.dist-info/")
    }
    assert held - metadata == {name for name in tracked() if name.startswith(PACKAGE)}
    assert {name.rpartition("/")[2] for name in metadata} >= {
        "LICENSE",
        "NOTICE",
        "entry_points.txt",
    }


def test_the_sdist_holds_what_a_wheel_is_built_from_and_no_tests(sdist):
    with tarfile.open(sdist) as archive:
        held = {member.name.partition("/")[2] for member in archive if member.isfile()}
    generated = {name for name in held if ".egg-info/" in name} | {"PKG-INFO", "setup.cfg"}
    assert held - generated == {
        name for name in tracked() if name in SOURCES or name.startswith(FOLDERS)
    }


def test_the_wheel_from_the_sdist_is_the_wheel_from_the_files(wheel, direct_wheel):
    assert files(wheel) == files(direct_wheel)
