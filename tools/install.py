"""Install packages by uv, which is faster than pip, or by pip where uv does not succeed.

    VENV/bin/python tools/install.py ARGUMENTS

The arguments are those of ``pip install``. uv is put into this Python's environment, and is given
pip's own configuration (its files and $PIP_…), which it does not read by itself. pip installs if uv
cannot be had, if pip has a setting that uv is not given, or if uv ends with an error.
"""

import ast
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
UV = (sys.executable, "-m", "uv", "pip", "install", "--python", sys.executable)
CONSTRAINTS = Path(__file__).parent.parent / "requirements/constraints.txt"
#: setting of pip → uv's option for each of its values
OPTIONS = {
    "index-url": "--default-index",
    "extra-index-url": "--index",
    "find-links": "--find-links",
    "constraint": "--constraints",
    "cert": "--cert",
}
#: setting of pip → the argument beside which uv refuses it; hashes are of one version each
REPLACED_BY = {"index-url": "--index-url", "constraint": "--require-hashes"}
#: settings of pip that do not matter to what is installed
IGNORED = {
    *("default-timeout", "timeout", "retries", "cache-dir", "no-cache-dir", "progress-bar"),
    *("disable-pip-version-check", "no-input", "no-color", "quiet", "require-virtualenv"),
    *("config-file", "root-user-action", "no-python-version-warning", "no-warn-script-location"),
}


def main(arguments: Sequence[str]) -> int:
    """Install, and return the exit status."""
    obstacle = install_by_uv(arguments)
    if obstacle is None:
        return 0
    print(f"tools/install.py: {obstacle}; pip installs", file=sys.stderr)
    return subprocess.run([*PIP, "install", "-q", *arguments]).returncode


def install_by_uv(arguments: Sequence[str]) -> str | None:
    """Install by uv; return the reason if it did not succeed."""
    listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=True)
    settings = read_settings(listed.stdout)
    unknown = sorted(settings.keys() - OPTIONS.keys() - IGNORED)
    if unknown:
        return f"uv is not given pip's {', '.join(unknown)}"
    if find_spec("uv") is None:
        # A platform without a wheel of uv would have to compile it.
        get = ["install", "-q", "-c", str(CONSTRAINTS), "--only-binary", "uv", "--retries", "0"]
        if subprocess.run([*PIP, *get, "uv"], capture_output=True).returncode != 0:
            return "there is no uv"
    options = list_options(settings, arguments)
    command = [*UV, "--quiet", "--compile-bytecode", *options, *arguments]
    return "uv failed" if subprocess.run(command).returncode else None


def read_settings(listed: str) -> dict[str, str]:
    """Return the settings of ``pip install``, by name, from what ``pip config list`` prints."""
    sections: dict[str, dict[str, str]] = {"global": {}, "install": {}, ":env:": {}}
    for line in listed.splitlines():
        key, _, value = line.partition("=")
        section, _, name = key.partition(".")
        if section in sections:
            sections[section][name] = str(ast.literal_eval(value))
    merged = sections["global"] | sections["install"] | sections[":env:"]
    return {name: value for name, value in merged.items() if value}


def list_options(settings: Mapping[str, str], arguments: Sequence[str]) -> list[str]:
    """Return uv's options for pip's settings; the arguments take precedence."""
    # As pip, choose the best version of all indexes.
    options = ["--index-strategy", "unsafe-best-match"]
    for name, option in OPTIONS.items():
        if REPLACED_BY.get(name) not in arguments:
            for value in settings.get(name, "").split():
                options += [option, value]
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
