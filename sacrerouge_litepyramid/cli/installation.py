"""The check of an installation; nothing that may be missing is imported at the top."""

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import NamedTuple

from sacrerouge_litepyramid.cli.name_table import NEEDS

SACREROUGE_LINE = "pip install --no-deps sacrerouge==0.2.5 repro==0.1.1"
MIN_PYTHON = (3, 10)
#: the first Python on which SacreROUGE cannot be imported alone
SACREROUGE_LIMIT = (3, 12)
SACREROUGE_NOTE = (
    "The command sacrerouge itself needs Python 3.10 or 3.11; here, use sacrerouge-litepyramid in its place, with the "
    "same arguments."
)
#: what imports SacreROUGE, on every Python
PLUGIN = "sacrerouge_litepyramid.plugin"


class Package(NamedTuple):
    """A package: its distribution, the module that is imported of it, and the line that installs it.

    ``use`` says what else needs it than the components and commands in `name_table`; ``exact`` is the only version that
    works, or "".
    """

    name: str
    module: str
    remedy: str
    use: str = ""
    exact: str = ""


def _extra(name: str, extra: str, use: str = "") -> Package:
    return Package(name, name, f'pip install "sacrerouge-litepyramid[{extra}]"', use)


#: what everything needs
BASE = tuple(Package(name, name, f"pip install {name}") for name in "nltk numpy regex scipy tabulate tqdm".split())
#: what SacreROUGE imports, itself last
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
    Package("allennlp", "allennlp", "make allennlp, or as docs/extraction.md says"),
    _extra("xgboost", "lite2x"),
    _extra("matplotlib", "plot"),
    _extra("openpyxl", "tables", "Excel files"),
    _extra("pandas", "tables", "to_pandas and tables of pandas"),
    _extra("pyarrow", "tables", "Parquet"),
    _extra("datasets", "tables", "data sets of Hugging Face"),
)


class Finding(NamedTuple):
    """The state of a package: its installed version or "", and what is wrong with it or ""."""

    package: Package
    version: str
    problem: str


def print_report() -> int:
    """Print the state of the installation; return 1 if a required package is missing or does not work, else 0.

    SacreROUGE's requirements count if SacreROUGE is installed: the package scores from Python without it.
    """
    print(f"Python {sys.version.split()[0]}" + ("" if _is_new_enough() else ": too old, 3.10 or later is needed"))
    broken = _print_findings("needed by everything:", map(_check_import, BASE))
    has_sacrerouge = bool(_version("sacrerouge"))
    broken += _print_findings(
        "needed by METRIC score, score, evaluate, correlate and what SacreROUGE has of its own:",
        map(_check_import if has_sacrerouge else _check_judge, SACREROUGE),
        counts=has_sacrerouge,
    )
    if has_sacrerouge and sys.version_info >= SACREROUGE_LIMIT:
        print(SACREROUGE_NOTE)
    _print_findings("optional:", map(_check_judge, OPTIONAL), counts=False)
    print(f"{broken} required packages need attention" if broken else "All required packages work.")
    return 1 if broken or not _is_new_enough() else 0


def find_remedy(module: str) -> str | None:
    """Return the line that installs a missing module; None for a module unknown to the package."""
    packages = (*BASE, *OPTIONAL, *SACREROUGE)
    return next((package.remedy for package in packages if package.module == module.partition(".")[0]), None)


def _print_findings(title: str, findings: Iterable[Finding], counts: bool = True) -> int:
    """Print a group of findings; return the number of problems, 0 if they do not count."""
    print(title)
    problems = 0
    for package, installed, problem in findings:
        line = f"  {package.name:<22} {installed or '-':<12} {problem or 'ok'}"
        print(line + (f": {package.remedy}" if problem else ""))
        problems += bool(problem)
    return problems if counts else 0


def _check_import(package: Package) -> Finding:
    """Import a package and return whether it works."""
    installed = _version(package.name)
    if not installed:
        return Finding(package, "", "missing")
    if package.exact and installed != package.exact:
        return Finding(package, installed, f"must be {package.exact}")
    try:
        import_module(PLUGIN if package.module == "sacrerouge" else package.module)
    except Exception as error:
        return Finding(package, installed, f"does not import ({type(error).__name__}: {error})")
    return Finding(package, installed, "")


def _check_judge(package: Package) -> Finding:
    """Return whether a package is installed, without importing it."""
    installed = _version(package.name)
    uses = [*NEEDS.get(package.name, ()), *filter(None, [package.use])]
    use = f", needed for {', '.join(uses)}" if uses else ""
    return Finding(package, installed, "" if installed else f"missing{use}")


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # a fifth of the time of --help

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _is_new_enough() -> bool:
    return sys.version_info >= MIN_PYTHON
