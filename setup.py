"""Installs sacrerouge-litepyramid; SacreROUGE itself comes by `pip install --no-deps` (see README.md)."""

import re
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
VERSION = re.search(r'__version__ = "(.+?)"', (HERE / "sacrerouge_litepyramid/__init__.py").read_text("utf-8"))[1]

# What a score from Python and the package's own commands need.
BASE = ["nltk", "numpy", "scipy", "tabulate", "tqdm"]
# SacreROUGE 0.2.5 cannot be a dependency: its own pins exclude every current transformers. These are its real needs.
SACREROUGE = [
    "googledrivedownloader<1",
    "datasets",
    "docker",
    "jsons",
    "lxml",
    "matplotlib",
    "nltk",
    "overrides==3.1.0",
    "pytest",
    "requests",
    "sacrebleu==2.0.0",
    "setuptools",
]
# What AllenNLP imports; AllenNLP itself comes by `make allennlp`, or as requirements/allennlp-no-deps.txt says.
ALLENNLP = [
    line for line in (HERE / "requirements/allennlp.txt").read_text("utf-8").splitlines() if not line.startswith("#")
]
EXTRAS = {
    "extract": ["spacy>=3.8,<3.9"],
    # transformers reads its own checkpoints with torch 2.6 and later only.
    "finetune": ["torch>=2.6", "transformers>=5", "accelerate>=1.1"],
    "lite2x": ["xgboost>=2"],
    "nli": ["torch>=2.4", "transformers>=5"],
    "plot": ["matplotlib"],
    "ray": ["ray>=2.40"],
    "rouge": ["rouge-score>=0.1.2,<0.2"],
    "sacrerouge": SACREROUGE,
    "tables": ["datasets", "pandas", "pyarrow"],
}

ALL = sorted({need for needs in EXTRAS.values() for need in needs})

setup(
    name="sacrerouge-litepyramid",
    version=VERSION,
    description="Lite2Pyramid, Lite2.xPyramid and Lite3Pyramid for SacreROUGE, and how far a metric can be trusted",
    long_description=(HERE / "README.md").read_text("utf-8"),
    long_description_content_type="text/markdown",
    author="The sacrerouge_litepyramid developers",
    keywords=["summarization", "evaluation", "metrics", "pyramid method", "entailment", "meta-evaluation"],
    # The embedded parser's weights are CC BY-SA, as the treebank is that they were trained on (NOTICE).
    license_expression="Apache-2.0 AND CC-BY-SA-4.0",
    license_files=["LICENSE", "NOTICE"],
    python_requires=">=3.10",
    packages=find_packages(include=["sacrerouge_litepyramid*"]),
    package_data={
        "sacrerouge_litepyramid": [
            *("**/*.json", "**/*.jsonl", "**/*.md", "**/*.sha256", "extraction/parser_model/**/*"),
            *("**/*.html", "**/*.css", "**/*.js"),
        ]
    },
    install_requires=BASE,
    extras_require={**EXTRAS, "allennlp": [*EXTRAS["nli"], *ALLENNLP], "all": ALL},
    entry_points={"console_scripts": ["sacrerouge-litepyramid = sacrerouge_litepyramid.__main__:main"]},
    classifiers=[
        "Development Status :: 4 - Beta",
        "Environment :: Console",
        "Intended Audience :: Science/Research",
        "Operating System :: POSIX :: Linux",
        "Programming Language :: Python :: 3 :: Only",
        "Programming Language :: Python :: 3.10",
        "Programming Language :: Python :: 3.11",
        "Programming Language :: Python :: 3.12",
        "Programming Language :: Python :: 3.13",
        "Topic :: Scientific/Engineering :: Artificial Intelligence",
        "Topic :: Text Processing :: Linguistic",
    ],
)
