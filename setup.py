"""What pyproject.toml cannot say of sacrerouge-litepyramid: the extras and the long description.

The extras are made here as "all" is the sum of the others, and one list is read from requirements/.
The long description is README.md with its relative links made absolute, since PyPI shows it far
from the files they lead to.
"""

import re
import warnings
from pathlib import Path

from setuptools import setup

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

HERE = Path(__file__).parent
# SacreROUGE 0.2.5 cannot be a dependency: its own pins exclude every current transformers. These
# are its real needs; SacreROUGE itself comes by `pip install --no-deps` (docs/installation.md).
SACREROUGE = [
    "googledrivedownloader<1",
    "datasets",
    "docker",
    "jsons",
    "lxml",
    "matplotlib",
    "nltk>=3.9.1",
    "overrides==3.1.0",
    "pytest",
    "requests",
    "sacrebleu==2.0.0",
    "setuptools",
]
# What AllenNLP imports; AllenNLP itself comes by `make allennlp`, or as
# requirements/allennlp-no-deps.txt says.
ALLENNLP = (HERE / "requirements/allennlp.txt").read_text("utf-8").splitlines()
EXTRAS = {
    "contrast": ["spacy>=3.8,<3.9", "lemminflect>=0.2.3"],
    # With an older one the judge and the extractor "endpoint" were not tried.
    "endpoint": ["openai>=3"],
    "extract": ["spacy>=3.8,<3.9"],
    # Older releases of torch run code of a checkpoint even with weights_only (CVE-2025-32434).
    # The Trainer has groups of like lengths by train_sampling_strategy since 5.2.
    "finetune": ["torch>=2.6", "transformers>=5.2", "accelerate>=1.1"],
    "lite2x": ["xgboost>=2"],
    "nli": ["torch>=2.6", "transformers>=5"],
    "plot": ["matplotlib"],
    # With an older one the engine of score-corpus was not tried.
    "ray": ["ray[data]>=2.60"],
    "sacrerouge": SACREROUGE,
    "tables": ["datasets", "fsspec", "openpyxl", "pandas", "pyarrow"],
}

#: a block of code, a link or picture in Markdown, a picture in HTML, or a span of code; code holds
#: no links
LINK = re.compile(
    r"```.*?```"
    r"|(?P<mark>!?)\[(?P<label>(?:[^][]|\[[^][]*\])*)\]\((?P<target>[^)\s]+)\)"
    r'|(?P<before><img\b[^>]*?\bsrc=")(?P<source>[^"]+)(?P<after>"[^>]*>)'
    r"|`[^`]*`",
    flags=re.DOTALL,
)


def find_base() -> str:
    """Return the address of this version's files, with a slash at the end, or "" where
    pyproject.toml has no Source.
    """
    source = (
        tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
        .get("urls", {})
        .get("Source", "")
    )
    text = (HERE / "sacrerouge_litepyramid/_version.py").read_text("utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, flags=re.MULTILINE)
    return f"{source.rstrip('/')}/raw/v{version}/" if source else ""


def describe(readme: str, base: str) -> str:
    """Return README.md's text for a page elsewhere, without a relative link.

    ``base``: what is put before a picture's relative address; before that of a page, the same with
    "/blob/" for "/raw/". Where it is "", a link becomes its label and a picture its alternative
    text.
    """
    return LINK.sub(lambda found: _describe_link(found, base), readme)


def _describe_link(found: re.Match[str], base: str) -> str:
    target, source = found["target"], found["source"]
    address = _make_absolute(target or source or "", base, is_picture=bool(source or found["mark"]))
    if target:
        label = describe(found["label"], base)
        return f"{found['mark']}[{label}]({address})" if address else label
    if source:
        alternative = "".join(re.findall(r'\balt="([^"]*)"', found[0]))
        return f"{found['before']}{address}{found['after']}" if address else alternative
    return found[0]


def _make_absolute(target: str, base: str, is_picture: bool) -> str:
    """Return a link's address from anywhere, or "" where only one within the repository is
    known.
    """
    if re.match(r"[a-z]+:", target):
        return target
    if not base or is_picture:
        return base and base + target
    return (
        base.replace("/raw/", "/blob/") + ("README.md" if target.startswith("#") else "") + target
    )


def read_description() -> str:
    """Return the long description, with a warning where relative links became plain text."""
    readme, base = (HERE / "README.md").read_text("utf-8"), find_base()
    described = describe(readme, base)
    if not base and described != readme:
        warnings.warn(
            "README.md: its relative links are plain text in the long description, as "
            "pyproject.toml names no address; "
            'add [project.urls] with Source = "https://…"',
            stacklevel=2,
        )
    return described


if __name__ == "__main__":
    setup(
        long_description=read_description(),
        long_description_content_type="text/markdown",
        extras_require={
            **EXTRAS,
            "allennlp": [*EXTRAS["nli"], *(line for line in ALLENNLP if not line.startswith("#"))],
            "all": sorted({need for needs in EXTRAS.values() for need in needs}),
        },
    )
