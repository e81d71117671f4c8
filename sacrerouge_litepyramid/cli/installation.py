"""Checks the installation; packages that may be missing are imported only when they are checked."""

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import NamedTuple

SACREROUGE_LINE = "pip install --no-deps sacrerouge==0.2.5 repro==0.1.1"
MIN_PYTHON = (3, 10)
#: the first Python version on which SacreROUGE can only be imported through the plugin
SACREROUGE_LIMIT = (3, 12)
SACREROUGE_NOTE = (
    "The command sacrerouge needs Python 3.10 or 3.11; on this Python, use sacrerouge-litepyramid with the same "
    "arguments."
)
#: the module that imports SacreROUGE on every version of Python
PLUGIN = "sacrerouge_litepyramid.plugin"
#: for each optional package, the components and commands that need it
NEEDED_BY = {
    "torch": ("the judge generative", "the judge nli"),
    "transformers": ("the judge generative", "the judge nli"),
    "spacy": ("the extractor dependency",),
    "allennlp": ("the extractor srl",),
    "ray": ("score-corpus",),
    "matplotlib": ("compare", "experiment realsumm", "experiment curve"),
    "lemminflect": ("train judge", "experiment contrast-test"),
    "xgboost": ("train regressor",),
    "accelerate": ("train nli", "train coherence-model"),
    "openai": ("the judge endpoint", "the extractor endpoint"),
}


class Package(NamedTuple):
    """A package: the name of its distribution, its module, and the command that installs it.

    ``use``: what needs it besides the components and commands in `NEEDED_BY`; ``exact``: the only version
    that works, or "".
    """

    name: str
    module: str
    remedy: str
    use: str = ""
    exact: str = ""


def _extra(name: str, extra: str, use: str = "") -> Package:
    return Package(name, name, f'pip install "sacrerouge-litepyramid[{extra}]"', use)


#: required by all commands
BASE = tuple(Package(name, name, f"pip install {name}") for name in "nltk numpy regex scipy tabulate tqdm".split())
#: the packages that SacreROUGE imports, and SacreROUGE
SACREROUGE = (
    Package("overrides", "overrides", "pip install overrides==3.1.0", exact="3.1.0"),
    Package("googledrivedownloader", "google_drive_downloader", 'pip install "googledrivedownloader<1"'),
    *(Package(name, name, f"pip install {name}") for name in ("datasets", "docker", "jsons", "lxml", "matplotlib")),
    *(Package(name, name, f"pip install {name}") for name in ("pytest", "requests", "setuptools")),
    Package("sacrebleu", "sacrebleu", "pip install sacrebleu==2.0.0", exact="2.0.0"),
    Package("repro", "repro", SACREROUGE_LINE, exact="0.1.1"),
    Package("sacrerouge", "sacrerouge", SACREROUGE_LINE, exact="0.2.5"),
)
OPTIONAL = (
    _extra("spacy", "extract"),
    _extra("lemminflect", "contrast"),
    _extra("torch", "nli"),
    _extra("transformers", "nli"),
    _extra("ray", "ray"),
    _extra("openai", "endpoint"),
    _extra("accelerate", "finetune"),
    Package("allennlp", "allennlp", "make allennlp, or follow docs/extraction.md"),
    _extra("xgboost", "lite2x"),
    _extra("matplotlib", "plot"),
    _extra("openpyxl", "tables", "Excel files"),
    _extra("pandas", "tables", "to_pandas and pandas tables"),
    _extra("pyarrow", "tables", "Parquet"),
    _extra("datasets", "tables", "Hugging Face data sets"),
)


class Finding(NamedTuple):
    """A checked package: its installed version, and its problem; either may be ""."""

    package: Package
    version: str
    problem: str


def print_report() -> int:
    """Print the state of the installation; return 1 if a required package is missing or broken, else 0.

    SacreROUGE's requirements count only if SacreROUGE is installed, as this package also works without it.
    """
    print(f"Python {sys.version.split()[0]}" + ("" if _is_new_enough() else ": too old; install Python 3.10 or later"))
    broken = _print_findings("required by all commands:", map(_check_import, BASE))
    has_sacrerouge = bool(_version("sacrerouge"))
    broken += _print_findings(
        "required by METRIC score, score, evaluate, correlate and SacreROUGE's own commands:",
        map(_check_import if has_sacrerouge else _check_installed, SACREROUGE),
        counts=has_sacrerouge,
    )
    if has_sacrerouge and sys.version_info >= SACREROUGE_LIMIT:
        print(SACREROUGE_NOTE)
    _print_findings("optional:", map(_check_installed, OPTIONAL), counts=False)
    print(f"{broken} required packages need attention" if broken else "All required packages work.")
    return 1 if broken or not _is_new_enough() else 0


def find_remedy(module: str) -> str | None:
    """Return the command that installs a missing module, or None for an unknown one."""
    packages = (*BASE, *OPTIONAL, *SACREROUGE)
    return next((package.remedy for package in packages if package.module == module.partition(".")[0]), None)


def _print_findings(title: str, findings: Iterable[Finding], counts: bool = True) -> int:
    """Print a group of findings; return the number of problems, or 0 if they do not count."""
    print(title)
    problems = 0
    for package, installed, problem in findings:
        line = f"  {package.name:<22} {installed or '-':<12} {problem or 'ok'}"
        print(line + (f": {package.remedy}" if problem else ""))
        problems += bool(problem)
    return problems if counts else 0


def _check_import(package: Package) -> Finding:
    """Check a package by importing it."""
    installed = _version(package.name)
    if not installed:
        return Finding(package, "", "missing")
    if package.exact and installed != package.exact:
        return Finding(package, installed, f"must be {package.exact}")
    try:
        import_module(PLUGIN if package.module == "sacrerouge" else package.module)
    except Exception as error:
        return Finding(package, installed, f"cannot be imported ({type(error).__name__}: {error})")
    return Finding(package, installed, "")


def _check_installed(package: Package) -> Finding:
    """Check whether a package is installed, without importing it."""
    installed = _version(package.name)
    uses = [*NEEDED_BY.get(package.name, ()), *filter(None, [package.use])]
    use = f", needed for {', '.join(uses)}" if uses else ""
    return Finding(package, installed, "" if installed else f"missing{use}")


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # takes a fifth of --help's time

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _is_new_enough() -> bool:
    return sys.version_info >= MIN_PYTHON
