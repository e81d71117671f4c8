"""The folder in which the documentation's commands run, and what happens there between commands.

It holds the sample, miniature models under the names of the hub, miniatures of RoSE's and FFCI's
data, and annotators' filled-in forms.
"""

import json
import shutil
from pathlib import Path

import pytest

from helpers import miniature
from helpers.ffci_archive import write_archive
from helpers.sample_scus import fill_scu_worksheet
from helpers.support import ROOT, read_lines, write_lines
from helpers.vote_forms import fill_vote_form
from sacrerouge_litepyramid import demo
from sacrerouge_litepyramid.corpora import ffci
from sacrerouge_litepyramid.corpora.ffci import read_release
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.io.table_files import write_table


def save_models(folder: Path) -> Path:
    """Save miniatures in folders named as models of the hub: a folder of that name stands for the
    model.
    """
    roberta = {"max_position_embeddings": 514}
    miniature.save_roberta(folder / "shiyue/roberta-large-tac08", **roberta)
    miniature.save_roberta(
        folder / "ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli", **roberta
    )
    miniature.save_roberta(folder / "roberta-base", **roberta)
    miniature.save_t5(folder / "google/flan-t5-large")
    miniature.save_gpt2(folder / "gpt2-xl", n_layer=48, n_embd=8, n_head=2, n_positions=1024)
    unnamed = ("LABEL_0", "LABEL_1")
    miniature.save_bert(
        folder / "google-bert/bert-base-uncased", labels=unnamed, kind="BertForPreTraining"
    )
    miniature.save_bert(
        folder / "sentence-transformers/bert-large-nli-stsb-mean-tokens", kind="BertModel"
    )
    miniature.save_bert(folder / "models/next-sentence", labels=("next", "not_next"))
    return folder


def prepare(folder: Path, models: Path) -> None:
    """Write what the pages assume to be in the working directory."""
    for each in models.iterdir():
        shutil.copytree(each, folder / each.name)
    (folder / "configs").symlink_to(ROOT / "configs")
    for name in ("data/realsumm", "data/pyrxsum", "data/mine"):
        shutil.copytree(SAMPLE, folder / name)
    for path in SAMPLE.glob("*.jsonl"):
        shutil.copy(path, folder / path.name)
    shutil.copy(SAMPLE / "mixed50.jsonl", folder / "units.jsonl")
    summaries = read_lines(SAMPLE / "summaries.jsonl")
    first = {line["instance_id"]: line for line in summaries}
    documents = [
        {name: line[name] for name in ("instance_id", "documents", "references")}
        for line in first.values()
    ]
    write_lines(folder / "documents.jsonl", documents[:2])
    write_lines(folder / "articles.jsonl", documents)
    _write_tables(folder, summaries)
    _write_rose(folder, summaries)


def know_release(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a miniature of FFCI's data pass for the release that a user downloads."""
    known = ffci.compute_checksums(read_release(write_archive(folder / "ffci-data.tar.gz")))
    monkeypatch.setattr(ffci, "load_checksums", {"FFCI": known}.__getitem__)


def write_scus(folder: Path) -> None:
    """Fill in the worksheet with the sample's SCUs."""
    fill_scu_worksheet(folder / "annotated/worksheet.csv")


def vote(folder: Path) -> None:
    """Let the annotators vote in their forms as the sample's labels say."""
    texts = {_key(line): line["summary"]["text"] for line in read_lines(SAMPLE / "summaries.jsonl")}
    units = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "scus.jsonl")}
    labels = {
        (texts[_key(line)], unit["text"]): label
        for line in read_lines(SAMPLE / "labels.jsonl")
        for unit, label in zip(units[line["instance_id"]], line["labels"], strict=True)
    }
    for form in sorted(folder.glob("**/forms/labels-*.html")):
        fill_vote_form(form, lambda summary, unit: labels[summary, unit])
        name = form.stem.removeprefix("labels-")
        form.with_suffix(".json").rename(folder / f"votes-{name}.json")


def _key(line: dict) -> tuple[str, str]:
    return line["instance_id"], line["summarizer_id"]


def _write_tables(folder: Path, summaries: list[dict]) -> None:
    """Write corpus.parquet, corpus/ and more/ for score-corpus, outputs.csv for evaluate-table, and
    judged.csv.
    """
    stus = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "stus.jsonl")}
    human = [line["metrics"]["litepyramid_recall"] for line in read_lines(SAMPLE / "metrics.jsonl")]
    rows = [
        {
            "instance_id": line["instance_id"],
            "summarizer_id": line["summarizer_id"],
            "summary": line["summary"]["text"],
            "units": [unit["text"] for unit in stus[line["instance_id"]]],
        }
        for line in summaries
    ]
    write_table(folder / "corpus.parquet", rows)
    lines = [
        {
            **{name: row[name] for name in row if name != "units"},
            "references": [each["text"] for each in line["references"]],
        }
        for row, line in zip(rows, summaries, strict=True)
    ]
    for name, part in {"corpus/a.jsonl": lines[:20], "more/b.jsonl": lines[20:]}.items():
        (folder / name).parent.mkdir()
        write_lines(folder / name, part)
    judged = [
        {
            "article": row["instance_id"],
            "model": row["summarizer_id"],
            "output": row["summary"],
            "human": score,
            "units": json.dumps(row["units"]),
            "rouge": 0.5,
        }
        for row, score in zip(rows, human, strict=True)
    ]
    write_table(folder / "judged.csv", judged)
    demo.write_outputs_table(folder / "outputs.csv")


def _write_rose(folder: Path, summaries: list[dict]) -> None:
    """Write one record in RoSE's layout: the sample's first document with labels, and derived with
    scores alone.
    """
    scus = read_lines(SAMPLE / "scus.jsonl")[0]
    name, units = scus["instance_id"], [unit["text"] for unit in scus["units"]]
    own = [line for line in summaries if line["instance_id"] == name]
    texts = {line["summarizer_id"]: line["summary"]["text"] for line in own}
    reference = own[0]["references"][0]["text"]
    annotations, present = {}, {}
    for line in read_lines(SAMPLE / "labels.jsonl"):
        if line["instance_id"] == name:
            bits = line["labels"]
            share = sum(bits) / len(bits)
            annotations[line["summarizer_id"]] = {
                "acu_labels": bits,
                "acu": share,
                "normalized_acu": share,
            }
            present[line["summarizer_id"]] = sum(bits)
    record = {
        "example_id": name,
        "source": own[0]["documents"][0]["text"],
        "reference": reference,
        "reference_acus": units,
        "system_outputs": texts,
        "annotations": annotations,
    }
    (folder / "rose.json").write_text(json.dumps([record]), "utf-8")
    derived = {
        "instance_id": name,
        "reference": reference,
        "units": units,
        "summaries": texts,
        "present": present,
    }
    write_lines(folder / "rose-validation.jsonl", [derived])
