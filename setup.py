"""The extras of sacrerouge-litepyramid; everything else is in pyproject.toml.

They are made here as "all" is the sum of the others, and one list is read from requirements/.
"""

from pathlib import Path

from setuptools import setup

# SacreROUGE 0.2.5 cannot be a dependency: its own pins exclude every current transformers. These are its real needs;
# SacreROUGE itself comes by `pip install --no-deps` (README.md).
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
ALLENNLP = Path(__file__).parent.joinpath("requirements/allennlp.txt").read_text("utf-8").splitlines()
EXTRAS = {
    "contrast": ["spacy>=3.8,<3.9", "lemminflect>=0.2.3"],
    "extract": ["spacy>=3.8,<3.9"],
    # transformers reads its own checkpoints with torch 2.6 and later only.
    "finetune": ["torch>=2.6", "transformers>=5", "accelerate>=1.1"],
    "lite2x": ["xgboost>=2"],
    "nli": ["torch>=2.4", "transformers>=5"],
    "plot": ["matplotlib"],
    "ray": ["ray>=2.40"],
    "sacrerouge": SACREROUGE,
    "tables": ["datasets", "pandas", "pyarrow"],
}

setup(
    extras_require={
        **EXTRAS,
        "allennlp": [*EXTRAS["nli"], *(line for line in ALLENNLP if not line.startswith("#"))],
        "all": sorted({need for needs in EXTRAS.values() for need in needs}),
    }
)
