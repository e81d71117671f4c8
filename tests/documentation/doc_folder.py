"""The folder in which the documentation's commands run: the sample and miniature models under the names used there."""

import json
import shutil
from pathlib import Path

import miniature
from support import ROOT, read_lines, write_lines

from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.commands.demo import SAMPLE
from sacrerouge_litepyramid.formats.tables import write_table

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
    miniature.save_bert(folder / "google-bert/bert-base-uncased", labels=("LABEL_0", "LABEL_1"), kind="BertForPreTraining")
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
    write_lines(folder / "documents.jsonl", documents)
    write_lines(folder / "articles.jsonl", documents)
    _write_corpus(folder / "corpus.parquet", summaries)


def _write_corpus(path: Path, summaries: list[dict]) -> None:
    units = {line["instance_id"]: [unit["text"] for unit in line["units"]] for line in read_lines(SAMPLE / "stus.jsonl")}
    import pyarrow
    import pyarrow.parquet

    rows = [
        {
            "instance_id": line["instance_id"],
            "summarizer_id": line["summarizer_id"],
            "summary": line["summary"]["text"],
            "units": units[line["instance_id"]],
        }
        for line in summaries
    ]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
