"""A working directory in which the repository's configs run as they are, and SacreROUGE's program
in this process.

Small data sets lie where setup-dataset writes them: the sample stands for REALSumm and PyrXSum,
made-up files of NIST for TAC. Miniatures lie under the names of the models, as a folder of that
name stands for the model.
"""

import argparse
import json
import shutil
import sys
import tarfile
from functools import cache
from pathlib import Path

import nltk
import pytest

import sacrerouge_litepyramid.plugin  # noqa: F401 (on Python 3.12, SacreROUGE can be imported only afterwards)
from helpers import miniature
from helpers.made_up_tac import write_nist_files, write_punkt
from helpers.support import ROOT, read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.tac import EVALUATIONS
from sacrerouge_litepyramid.registry import read_description
from sacrerouge_litepyramid.verdict.demo import SAMPLE

#: the judges of the configs, which are RoBERTa
NLI_MODELS = ("shiyue/roberta-large-tac08", "ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli")
SBERT = "sentence-transformers/bert-large-nli-stsb-mean-tokens"
#: the archives of the configs by AllenNLP's task
ARCHIVES = {
    "srl": "models/structured-prediction-srl-bert.2020.12.15.tar.gz",
    "coref": "models/coref-spanbert-large-2021.03.10.tar.gz",
}
#: the kinds of units by extractor
KINDS = {"srl": "stu", "clauses": "clause"}
#: stands for a Python that has AllenNLP
STAND_IN = "allennlp-python"
#: answers as extraction/allennlp/worker.py does, by rules instead of the library: the second word
#: is the verb, and repetitions of the first word are one cluster
WORKER = """
import json
import sys


def label_roles(words):
    tags = ["B-ARG0", "B-V", "B-ARG1", *["I-ARG1"] * (len(words) - 3)]
    return {"words": words, "frames": [[words[1], tags]] if len(words) > 2 else []}


def resolve(words):
    return {"tokens": words, "clusters": [[[i, i] for i, word in enumerate(words) if word == words[0]]]}


if sys.argv[1] == "-c":
    print("[]")  # the packages that this interpreter lacks
    sys.exit()
for line in sys.stdin:
    request = json.loads(line)
    if "settings" in request:
        answer = {"srl": label_roles, "coref": resolve}[request["settings"]["task"]]
    results = [answer(text.split()) for text in request.get("texts", [])]
    print(json.dumps({"id": request["id"], "results": results}), flush=True)
"""


def build(folder: Path) -> None:
    """Write everything that the configs name."""
    (folder / "configs").symlink_to(ROOT / "configs")
    (folder / SAMPLE.parent.name).symlink_to(SAMPLE.parent)  # of configs/sample
    set_up_tac(folder)
    for name in ("realsumm", "pyrxsum"):
        shutil.copytree(SAMPLE, folder / "data" / name)
    shutil.copy(SAMPLE / "summaries.jsonl", folder)  # of configs/ffci.json
    save_models(folder)
    write_stand_in(folder)


def set_up_tac(folder: Path) -> None:
    """Make both years' data of made-up files of NIST, by the commands of configs/README.md."""
    nist = folder / "nist"
    write_punkt(folder / "nltk_data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nltk.data, "path", [str(folder / "nltk_data"), *nltk.data.path])
        for year in EVALUATIONS:
            data = folder / f"data/tac{year}"
            converted = f"{data}-sacrerouge"
            stus = str(data / "stus.jsonl")
            mixed = str(data / "mixed50.jsonl")
            references = str(data / "summaries.jsonl")
            write_nist_files(nist, year)
            for words in (
                ["setup-dataset", f"tac{year}", str(nist), converted],
                ["setup-dataset", "litepyramid-tac", converted, str(data)],
                [
                    "extract-units",
                    "--references",
                    references,
                    "--output",
                    stus,
                    "--extractor",
                    "dependency",
                ],
                ["mix-units", str(data), "--percentage", "50", "--stus", stus, "--output", mixed],
            ):
                assert main(words) == 0, words


def save_models(folder: Path) -> None:
    first, *others = (folder / name for name in NLI_MODELS)
    miniature.save_roberta(first, max_position_embeddings=514)
    for other in others:
        shutil.copytree(first, other)
    miniature.save_bert(folder / SBERT, kind="BertModel")


def write_stand_in(folder: Path) -> None:
    """Write a stand-in for a Python with AllenNLP, and archives without a model for it."""
    (folder / "models").mkdir()
    for name in ARCHIVES.values():
        with tarfile.open(folder / name, "w:gz") as archive:
            archive.addfile(tarfile.TarInfo("config.json"))
    (folder / "worker.py").write_text(WORKER, "utf-8")
    program = folder / STAND_IN
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{folder}/worker.py" "$@"\n', "utf-8")
    program.chmod(0o755)


def enter(built: Path, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Make an empty folder the working directory: what was built for all tests, and room for the
    outputs of one.
    """
    for path in built.iterdir():
        (folder / path.name).symlink_to(path)
    patch.chdir(folder)


def read_config(path: str) -> dict:
    return json.loads((ROOT / path).read_text("utf-8"))


@cache
def build_parser() -> argparse.ArgumentParser:
    from sacrerouge.arguments import build_argument_parser

    return build_argument_parser()


def run_sacrerouge(*words: str) -> None:
    """Do what `sacrerouge` does with these words, without its start, which takes seconds."""
    args = build_parser().parse_args(words)
    args.func(args)


def check_evidence(metric: dict, micro: list[dict]) -> None:
    """Check that a metric's evidence has the scores of a run, and units of the extractor's kind."""
    evidence = read_lines(Path(metric["evidence_output"]))
    name = metric.get("name", metric["type"])
    scores = {find_key(line): line["metrics"][name] for line in micro}
    assert {find_key(line): line["scores"] for line in evidence} == scores
    kinds = {unit["kind"] for line in evidence for unit in line["units"]}
    extractor = read_description(metric["extractor"], "the extractor")
    assert kinds == {KINDS[extractor["type"]]}


def find_key(line: dict) -> tuple[str, str]:
    return line["instance_id"], line["summarizer_id"]
