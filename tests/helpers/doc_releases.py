"""Miniatures of the releases that the documentation's commands download or are given, known to the set-up as such."""

import dataclasses
import json
from pathlib import Path
from random import Random

import nltk
import pytest

from helpers.ffci_archive import write_archive
from helpers.made_up_tac import write_nist_files, write_punkt
from helpers.realsumm_release import STATEMENTS, write_release
from helpers.support import read_lines
from sacrerouge_litepyramid.cli.commands.demo import SAMPLE
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.corpora import ffci, litepyramid, realsumm_scores
from sacrerouge_litepyramid.corpora.ffci_release import read_release
from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, REALSUMM

REALSUMM_COUNTS = {"summaries": 8, "rows": 20, "scus": 3, "labels": 12, "ties": 1, "reproduced": 6, "copied": 2}


def write_line_aligned(folder: Path) -> Path:
    """The sample in the layout of the Lite-Pyramid authors' release."""
    summaries = read_lines(SAMPLE / "summaries.jsonl")
    ids = list(dict.fromkeys(line["instance_id"] for line in summaries))
    labels = {
        (line["instance_id"], line["summarizer_id"]): line["labels"] for line in read_lines(SAMPLE / "labels.jsonl")
    }
    references = {line["instance_id"]: line["references"][0]["text"] for line in summaries}
    documents = {line["instance_id"]: line["documents"][0]["text"] for line in summaries}
    files = {
        "ids.txt": ids,
        "references.txt": [references[name] for name in ids],
        "documents.txt": [documents[name] for name in ids],
    }
    for name, released in litepyramid.UNIT_FILES.items():
        units = {line["instance_id"]: [unit["text"] for unit in line["units"]] for line in read_lines(SAMPLE / name)}
        files[released] = ["\t".join(units[each]) for each in ids]
    for system in {line["summarizer_id"] for line in summaries}:
        own = {line["instance_id"]: line["summary"]["text"] for line in summaries if line["summarizer_id"] == system}
        files[f"summaries/{system}.summary"] = [own[each] for each in ids]
        files[f"labels/{system}.label"] = [" ".join(map(str, labels[each, system])) for each in ids]
    for name, lines in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return folder


def know_lite_pyramid(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """REALSumm and PyrXSum are the sample, and come from a folder of this machine."""
    released = {corpus.name: write_line_aligned(folder / corpus.name) for corpus in (REALSUMM, PYRXSUM)}
    checksums = {
        name: {
            path.relative_to(source).as_posix(): sha256(path.read_bytes())
            for path in sorted(source.rglob("*"))
            if path.is_file()
        }
        for name, source in released.items()
    }
    monkeypatch.setattr(litepyramid, "RELEASE", folder.as_uri())
    monkeypatch.setattr(litepyramid, "load_checksums", checksums.__getitem__)
    for data_set in (litepyramid.RealSumm, litepyramid.PyrXSum):
        corpus = data_set.corpus
        data = litepyramid.read_line_aligned(released[corpus.name])
        judged = litepyramid.read_aligned_labels(released[corpus.name], data)
        scores = litepyramid.compute_human_scores(judged)
        facts = {
            "systems": len(scores),
            "labels": sum(len(item.labels) for item in judged),
            "system": "lead",
            "human_score": round(scores["lead"], 8),
        }
        monkeypatch.setattr(data_set, "corpus", dataclasses.replace(corpus, **facts))


def know_ffci(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = ffci.compute_checksums(read_release(write_archive(archive)))
    monkeypatch.setattr(ffci, "load_checksums", {"FFCI": known}.__getitem__)
    monkeypatch.setattr(ffci, "COUNTS", dict.fromkeys(ffci.COUNTS, 3) | {"faithfulness": 4})


def know_realsumm_scores(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_release(folder)
    monkeypatch.setattr(realsumm_scores, "FACTS", REALSUMM_COUNTS)


def add_systems(folder: Path) -> None:
    """The miniature release has too few systems to be analysed: made-up ones join its scores, and have a metric's."""
    released, ours = folder / "data/realsumm-scores", folder / "out/lite2pyramid.jsonl"
    ours.parent.mkdir(parents=True, exist_ok=True)
    random = Random(0)
    for name in ("abs_one", "abs_two", "abs_three", "abs_four", "ext_one", "ext_two", "ext_three", "ext_four"):
        for document in STATEMENTS:
            key = {"instance_id": document, "summarizer_id": name}
            scores = {each: random.random() for each in ("litepyramid_recall", "rouge_1_recall", "rouge_2_recall")}
            _append(released / "metrics.jsonl", {**key, "summarizer_type": "peer", "metrics": scores})
            _append(released / "votes.jsonl", {**key, "votes": [[1, 0], [random.randint(0, 1), 0]]})
            _append(ours, {**key, "summarizer_type": "peer", "metrics": {"lite2pyramid": {"p2c": random.random()}}})


def _append(path: Path, line: dict) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def know_tac(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NIST's files of 2008, and the sentence splitter that nltk's downloader would fetch."""
    write_nist_files(folder / "nist", 2008)
    write_punkt(folder / "nltk_data")
    monkeypatch.setattr(nltk.data, "path", [str(folder / "nltk_data"), *nltk.data.path])


def set_up_tac(folder: Path) -> None:
    """What SacreROUGE makes of NIST's files, where a page takes it as given."""
    if not (folder / "data/tac2008-sacrerouge").exists():
        assert main(["setup-dataset", "tac2008", "nist", "data/tac2008-sacrerouge"]) == 0
