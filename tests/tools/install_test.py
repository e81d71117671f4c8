"""What uv is given of pip's configuration, and when pip installs instead."""

import subprocess
import sys
from typing import Any

import install
import pytest

LISTED = """:env:.find-links='/wheels /more'
global.find-links='/old'
global.extra-index-url='https://one.example/simple\\nhttps://two.example/simple'
global.index-url='https://pypi.example/simple'
global.timeout='60'
global.no-cache-dir=''
install.constraint='/etc/constraints.txt'
download.pre='true'
"""
SETTINGS = [
    *("--index-strategy", "unsafe-best-match"),
    *("--default-index", "https://pypi.example/simple"),
    *("--index", "https://one.example/simple", "--index", "https://two.example/simple"),
    *("--find-links", "/wheels", "--find-links", "/more", "--constraints", "/etc/constraints.txt"),
]


class FakePrograms:
    """Pip and uv: what was called, with the exit status of each that is named."""

    def __init__(self, listed: str = LISTED, **statuses: int) -> None:
        self.listed = listed
        self.statuses = statuses
        self.called: list[str] = []

    def __call__(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        program = command[2]
        if command[-2:] == ["config", "list"]:
            return subprocess.CompletedProcess(command, 0, self.listed, "")
        self.called.append(f"{program} {command[-1]}")
        status = self.statuses.get(f"{program}_{command[-1]}", 0)
        return subprocess.CompletedProcess(command, status, "", "")


def run(monkeypatch: pytest.MonkeyPatch, programs: FakePrograms, has_uv: bool = False) -> int:
    monkeypatch.setattr(install.subprocess, "run", programs)
    monkeypatch.setattr(install, "find_spec", lambda name: object() if has_uv else None)
    return install.main(["-q", "tqdm"])


def test_uv_is_given_the_settings_of_pip() -> None:
    settings = install.read_settings(LISTED)
    assert install.list_options(settings, ["tqdm"]) == SETTINGS
    without_index = [*SETTINGS[:2], *SETTINGS[4:]]
    assert install.list_options(settings, ["--index-url", "x", "torch"]) == without_index
    assert install.list_options(settings, ["--require-hashes", "-r", "x"]) == SETTINGS[:-2]


def test_the_settings_of_this_pip_are_read() -> None:
    command = [*install.PIP, "config", "list"]
    environment = {"PIP_FIND_LINKS": "/a /b", "PIP_CONFIG_FILE": "/dev/null", "PATH": ""}
    listed = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert install.read_settings(listed.stdout) == {
        "config-file": "/dev/null",
        "find-links": "/a /b",
    }
    assert "config-file" in install.IGNORED


@pytest.mark.parametrize(
    ("programs", "has_uv", "called", "reason"),
    [
        (FakePrograms(), True, ["uv tqdm"], ""),
        (FakePrograms(), False, ["pip uv", "uv tqdm"], ""),
        (FakePrograms(pip_uv=1), False, ["pip uv", "pip tqdm"], "there is no uv; pip installs"),
        (FakePrograms(uv_tqdm=2), True, ["uv tqdm", "pip tqdm"], "uv failed; pip installs"),
        (
            FakePrograms("global.pre='true'\nglobal.proxy='p'"),
            True,
            ["pip tqdm"],
            "uv is not given pip's pre, proxy; pip installs",
        ),
    ],
)
def test_pip_installs_if_uv_does_not(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    programs: FakePrograms,
    has_uv: bool,
    called: list[str],
    reason: str,
) -> None:
    assert run(monkeypatch, programs, has_uv) == 0
    assert programs.called == called
    assert reason in capsys.readouterr().err


def test_the_status_is_that_of_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, FakePrograms(uv_tqdm=2, pip_tqdm=1), has_uv=True) == 1
    assert install.UV[0] == sys.executable
