"""Lists installed and missing packages, by the requirements that pip recorded."""

import re
import sys
from importlib import metadata

PACKAGE = "sacrerouge-litepyramid"
#: what every command needs, beside the extras by name
REQUIRED = "required"
#: SacreROUGE's own requirements exclude every current transformers, so that it cannot be an extra
SACREROUGE = "SacreROUGE"
SACREROUGE_PINS = "sacrerouge==0.2.5 repro==0.1.1"
#: "all" is the sum of the other extras; AllenNLP is installed as docs/extraction.md says
UNLISTED_EXTRAS = ("all", "allennlp")
#: a requirement such as `torch>=2.6; extra == "nli"`: a name, the versions, and the extra, if one
#: needs it
REQUIREMENT = re.compile(
    r'^([\w.-]+)(?:\[\w+\])?([^;\n]*)(?:;.*\bextra == "([\w-]+)")?', re.MULTILINE
)


def print_report() -> int:
    """Print what is installed and what is missing.

    Return 1 if a required package is missing, else 0. What SacreROUGE needs is required if
    SacreROUGE is installed, as this package also works without it.
    """
    print(f"Python {sys.version.split()[0]}")
    needed = [REQUIRED, "sacrerouge", SACREROUGE] if _find_version("sacrerouge") else [REQUIRED]
    broken = []
    for extra, packages in list_packages().items():
        problems = {name: _find_problem(name, versions) for name, versions in packages.items()}
        print(f"{extra}:")
        for name, problem in problems.items():
            print(f"  {name:<22} {_find_version(name) or '-':<12} {problem or 'ok'}")
        if any(problems.values()):
            print(f"  {_describe_install(extra)}")
        if extra in needed:
            broken += [name for name, problem in problems.items() if problem]
    if broken:
        print(f"Missing, or of another version: {', '.join(broken)}")
        return 1
    print("All required packages are installed.")
    return 0


def find_remedy(module: str) -> str:
    """Return the line that installs a missing module, or the command that lists what is missing.

    Of several extras with the module, the smallest is chosen.
    """
    name, _, _ = module.partition(".")
    packages = list_packages()
    extras = [extra for extra in packages if name in packages[extra]]
    if not extras:
        return f"`{PACKAGE} doctor` lists what is missing"
    return _describe_install(min(extras, key=lambda extra: len(packages[extra])))


def list_packages() -> dict[str, dict[str, str]]:
    """Return the versions of packages that work, such as "==2.0.0" or "", by extra and name."""
    packages: dict[str, dict[str, str]] = {REQUIRED: {PACKAGE: ""}}
    lines = metadata.requires(PACKAGE) or [] if _find_version(PACKAGE) else []
    lines += [f'{pin}; extra == "{SACREROUGE}"' for pin in SACREROUGE_PINS.split()]
    for name, versions, extra in REQUIREMENT.findall("\n".join(lines)):
        if extra not in UNLISTED_EXTRAS:
            packages.setdefault(extra or REQUIRED, {})[name] = versions
    return packages


def _find_version(name: str) -> str:
    """Return the installed version of a package, or "" without one."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _find_problem(name: str, versions: str) -> str:
    """Return what is wrong with a package, or ""; a version is compared if only one works."""
    version = _find_version(name)
    _, _, only = versions.partition("==")
    if not version:
        return "missing"
    return f"must be {only}" if only and only != version else ""


def _describe_install(extra: str) -> str:
    """Return the line that installs the packages of an extra."""
    if extra == REQUIRED:
        return "in a clone: pip install -e ."
    if extra == SACREROUGE:
        return f"pip install --no-deps {SACREROUGE_PINS}"
    # Found without an index, as the package itself is installed already.
    return f'pip install "{PACKAGE}[{extra}]"'
