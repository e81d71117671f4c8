"""The folder in which the documentation's commands run: the sample and miniature models under the names used there."""

import json
import shutil
from pathlib import Path

from helpers import miniature
from helpers.support import ROOT, read_lines, write_lines
from sacrerouge_litepyramid.cli.commands import demo
from sacrerouge_litepyramid.cli.commands.demo import SAMPLE
from sacrerouge_litepyramid.io.tables import write_table

CHAT = "{% for message in messages %}{{ message['content'] }}{% endfor %}"


def save_models(folder: Path) -> Path:
    """Miniatures in folders named as models of the hub: a folder of that name stands for the model."""
    roberta = {"max_position_embeddings": 514}
    miniature.save_roberta(folder / "shiyue/roberta-large-tac08", **roberta)
    miniature.save_roberta(folder / "ynie/roberta-large-snli_mnli_fever_anli_R1_R2_R3-nli", **roberta)
    miniature.save_roberta(folder / "roberta-base", **roberta)
    miniature.save_t5(folder / "google/flan-t5-large")
    miniature.save_gpt2(folder / "Qwen/Qwen2.5-7B-Instruct", CHAT, n_positions=1024)
    miniature.save_gpt2(folder / "gpt2-xl", n_layer=48, n_embd=8, n_head=2, n_positions=1024)
    unnamed = ("LABEL_0", "LABEL_1")
    miniature.save_bert(folder / "google-bert/bert-base-uncased", labels=unnamed, kind="BertForPreTraining")
    miniature.save_bert(folder / "sentence-transformers/bert-large-nli-stsb-mean-tokens", kind="BertModel")
    miniature.save_bert(folder / "models/next-sentence", labels=("next", "not_next"))
    return folder


def prepare(folder: Path, models: Path) -> None:
    """Lays out what the pages take as given."""
    for each in models.iterdir():
        shutil.copytree(each, folder / each.name)
    (folder / "configs").symlink_to(ROOT / "configs")
    for name in ("data/realsumm", "data/pyrxsum"):
        shutil.copytree(SAMPLE, folder / name)
    for path in SAMPLE.glob("*.jsonl"):
        shutil.copy(path, folder / path.name)
    shutil.copy(SAMPLE / "mixed50.jsonl", folder / "units.jsonl")
    summaries = read_lines(SAMPLE / "summaries.jsonl")
    first = {line["instance_id"]: line for line in summaries}
    documents = [{name: line[name] for name in ("instance_id", "documents", "references")} for line in first.values()]
    write_lines(folder / "documents.jsonl", documents[:2])
    write_lines(folder / "articles.jsonl", documents)
    _write_tables(folder, summaries)
    _write_rose(folder / "rose.json", summaries)


def _write_tables(folder: Path, summaries: list[dict]) -> None:
    """Write corpus.parquet, corpus/ and more/ for score-corpus, outputs.csv for evaluate-table, and judged.csv.

    The page names the columns of judged.csv.
    """
    stus = {line["instance_id"]: line["units"] for line in read_lines(SAMPLE / "stus.jsonl")}
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
    texts = [[each["text"] for each in line["references"]] for line in summaries]
    lines = [
        {**{name: row[name] for name in row if name != "units"}, "references": each}
        for row, each in zip(rows, texts, strict=True)
    ]
    for name, part in {"corpus/a.jsonl": lines[:20], "more/b.jsonl": lines[20:]}.items():
        (folder / name).parent.mkdir()
        write_lines(folder / name, part)
    names = {"article": "instance_id", "model": "summarizer_id", "output": "summary"}
    scores = [line["metrics"]["litepyramid_recall"] for line in read_lines(SAMPLE / "metrics.jsonl")]
    outputs = [
        {**{name: row[field] for name, field in names.items()}, "human": score}
        for row, score in zip(rows, scores, strict=True)
    ]
    judged = [
        {**output, "units": json.dumps(row["units"]), "rouge": 0.5} for output, row in zip(outputs, rows, strict=True)
    ]
    demo.write_outputs(folder / "outputs.csv")
    write_table(folder / "judged.csv", judged)


def _write_rose(path: Path, summaries: list[dict]) -> None:
    """One record in RoSE's layout: the systems of the sample's first instance, and their labels."""
    (units, *_), labels = read_lines(SAMPLE / "scus.jsonl"), read_lines(SAMPLE / "labels.jsonl")
    own = [line for line in summaries if line["instance_id"] == units["instance_id"]]
    given = {line["summarizer_id"]: line["labels"] for line in labels if line["instance_id"] == units["instance_id"]}
    record = {
        "example_id": units["instance_id"],
        "source": own[0]["documents"][0]["text"],
        "reference": own[0]["references"][0]["text"],
        "reference_acus": [unit["text"] for unit in units["units"]],
        "system_outputs": {line["summarizer_id"]: line["summary"]["text"] for line in own},
        "annotations": {
            name: {"acu_labels": bits, "acu": sum(bits) / len(bits), "normalized_acu": sum(bits) / len(bits)}
            for name, bits in given.items()
        },
    }
    path.write_text(json.dumps([record]), "utf-8")
