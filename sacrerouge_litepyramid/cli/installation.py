"""The check of an installation; optional packages are not imported."""

import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

SACREROUGE_LINE = "pip install --no-deps sacrerouge==0.2.5 repro==0.1.1"

# Distribution, module, and the line that installs it.
REQUIRED = (
    ("overrides", "overrides", "pip install overrides==3.1.0"),
    ("googledrivedownloader", "google_drive_downloader", 'pip install "googledrivedownloader<1"'),
    ("datasets", "datasets", "pip install datasets"),
    ("docker", "docker", "pip install docker"),
    ("jsons", "jsons", "pip install jsons"),
    ("lxml", "lxml", "pip install lxml"),
    ("matplotlib", "matplotlib", "pip install matplotlib"),
    ("nltk", "nltk", "pip install nltk"),
    ("numpy", "numpy", "pip install numpy"),
    ("pytest", "pytest", "pip install pytest"),
    ("requests", "requests", "pip install requests"),
    ("sacrebleu", "sacrebleu", "pip install sacrebleu==2.0.0"),
    ("scipy", "scipy", "pip install scipy"),
    ("setuptools", "setuptools", "pip install setuptools"),
    ("tqdm", "tqdm", "pip install tqdm"),
    ("repro", "repro", SACREROUGE_LINE),
    ("sacrerouge", "sacrerouge", SACREROUGE_LINE),
)
OPTIONAL = (
    ("spacy", "the extractor dependency", 'pip install "sacrerouge-litepyramid[extract]"'),
    ("torch", "the presence model nli", 'pip install "sacrerouge-litepyramid[nli]"'),
    ("transformers", "the presence model nli", 'pip install "sacrerouge-litepyramid[nli]"'),
    ("ray", "the presence model ray", 'pip install "sacrerouge-litepyramid[ray]"'),
    ("accelerate", "finetune-nli", 'pip install "sacrerouge-litepyramid[finetune]"'),
    ("allennlp", "the extractor srl", "make allennlp, or as docs/extraction.md says"),
    ("rouge-score", "score-rouge", 'pip install "sacrerouge-litepyramid[rouge]"'),
    ("xgboost", "train-regressor", 'pip install "sacrerouge-litepyramid[lite2x]"'),
)
EXACT = {"overrides": "3.1.0", "sacrerouge": "0.2.5", "repro": "0.1.1", "sacrebleu": "2.0.0"}


class Finding(NamedTuple):
    """One package: its installed version or "", its problem or "", and the line that mends it."""

    package: str
    version: str
    problem: str
    remedy: str
    required: bool


def examine() -> list[Finding]:
    """Return the state of every package; required packages are imported, optional ones looked up."""
    findings = [_required(package, module, remedy) for package, module, remedy in REQUIRED]
    return findings + [_optional(package, use, remedy) for package, use, remedy in OPTIONAL]


def print_report() -> int:
    """Print the state of the installation; return 1 if a required package is missing or does not work, else 0."""
    python = sys.version.split()[0]
    print(f"Python {python}" + ("" if sys.version_info >= (3, 10) else ": too old, 3.10 or later is needed"))
    findings = examine()
    for finding in findings:
        state = finding.problem or "ok"
        line = f"  {finding.package:<22} {finding.version or '-':<12} {state}"
        print(line + (f": {finding.remedy}" if finding.problem else ""))
    broken = [finding for finding in findings if finding.required and finding.problem]
    print(f"{len(broken)} required packages need attention" if broken else "All required packages work.")
    return 1 if broken or sys.version_info < (3, 10) else 0


def _required(package: str, module: str, remedy: str) -> Finding:
    installed = _version(package)
    if not installed:
        return Finding(package, "", "missing", remedy, required=True)
    if installed != EXACT.get(package, installed):
        return Finding(package, installed, f"must be {EXACT[package]}", remedy, required=True)
    try:
        import_module(module)
    except Exception as error:
        return Finding(package, installed, f"does not import ({type(error).__name__}: {error})", remedy, required=True)
    return Finding(package, installed, "", remedy, required=True)


def _optional(package: str, use: str, remedy: str) -> Finding:
    installed = _version(package)
    return Finding(package, installed, "" if installed else f"missing, needed for {use}", remedy, required=False)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
