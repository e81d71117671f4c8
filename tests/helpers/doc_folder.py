"""The folder in which the documentation's commands run, and what happens there between commands.

It holds the sample, miniature models under the names of the hub, miniatures of the released data
sets, and annotators' filled-in forms.
"""

import json
import shutil
from pathlib import Path
from random import Random

import nltk
import pytest

from helpers import miniature
from helpers.ffci_archive import write_archive
from helpers.made_up_tac import write_nist_files, write_punkt
from helpers.realsumm_release import STATEMENTS, write_release
from helpers.sample_scus import fill_scu_worksheet
from helpers.support import ROOT, read_lines, write_lines
from helpers.vote_forms import fill_vote_form
from sacrerouge_litepyramid import demo
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.corpora import ffci, litepyramid, realsumm_scores
from sacrerouge_litepyramid.corpora.ffci import read_release
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.io.table_files import write_table

REALSUMM_COUNTS = {
    "summaries": 8,
    "rows": 20,
    "scus": 3,
    "labels": 12,
    "ties": 1,
    "reproduced": 6,
    "copied": 2,
}


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


def know_releases(folder: Path, releases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let miniatures pass for the released data sets, those that are downloaded and those that a
    user gives.
    """
    for name in ("REALSumm", "PyrXSum"):
        _write_line_aligned(releases / name)
    checksums = {
        source.name: {
            path.relative_to(source).as_posix(): sha256(path.read_bytes())
            for path in sorted(source.rglob("*"))
            if path.is_file()
        }
        for source in releases.iterdir()
    }
    monkeypatch.setattr(litepyramid, "RELEASE", releases.as_uri())
    monkeypatch.setattr(litepyramid, "load_checksums", checksums.__getitem__)
    monkeypatch.setattr(litepyramid, "_check_facts", lambda corpus, labelled: None)
    known = ffci.compute_checksums(read_release(write_archive(folder / "ffci-data.tar.gz")))
    monkeypatch.setattr(ffci, "load_checksums", {"FFCI": known}.__getitem__)
    monkeypatch.setattr(ffci, "COUNTS", dict.fromkeys(ffci.COUNTS, 3) | {"faithfulness": 4})
    write_release(folder / "DIR")
    monkeypatch.setattr(realsumm_scores, "FACTS", REALSUMM_COUNTS)
    write_nist_files(folder / "nist", 2008)
    write_punkt(folder / "nltk_data")
    monkeypatch.setattr(nltk.data, "path", [str(folder / "nltk_data"), *nltk.data.path])


def add_systems(folder: Path) -> None:
    """Add made-up systems, as the miniature release has too few for an analysis, and a metric's
    scores.
    """
    released, ours = folder / "data/realsumm-scores", folder / "out/lite2pyramid.jsonl"
    random = Random(0)
    keys = [
        {"instance_id": document, "summarizer_id": name, "summarizer_type": "peer"}
        for name in (
            "abs_one",
            "abs_two",
            "abs_three",
            "abs_four",
            "ext_one",
            "ext_two",
            "ext_three",
            "ext_four",
        )
        for document in STATEMENTS
    ]
    names = ("litepyramid_recall", "rouge_1_recall", "rouge_2_recall")
    scores = [{**key, "metrics": {each: random.random() for each in names}} for key in keys]
    answers = [{**key, "votes": [[1, 0], [random.randint(0, 1), 0]]} for key in keys]
    ours.parent.mkdir(parents=True, exist_ok=True)
    write_lines(released / "metrics.jsonl", [*read_lines(released / "metrics.jsonl"), *scores])
    write_lines(released / "votes.jsonl", [*read_lines(released / "votes.jsonl"), *answers])
    write_lines(
        ours, [{**key, "metrics": {"lite2pyramid": {"p2c": random.random()}}} for key in keys]
    )


def set_up_tac(folder: Path) -> None:
    """Make of NIST's files what SacreROUGE makes of them, where a page takes it as given."""
    if not (folder / "data/tac2008-sacrerouge").exists():
        assert main(["setup-dataset", "tac2008", "nist", "data/tac2008-sacrerouge"]) == 0


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


def _write_line_aligned(folder: Path) -> None:
    """Write the sample in the layout of the Lite-Pyramid authors' release."""
    summaries = read_lines(SAMPLE / "summaries.jsonl")
    ids = list(dict.fromkeys(line["instance_id"] for line in summaries))
    labels = {_key(line): line["labels"] for line in read_lines(SAMPLE / "labels.jsonl")}
    references = {line["instance_id"]: line["references"][0]["text"] for line in summaries}
    documents = {line["instance_id"]: line["documents"][0]["text"] for line in summaries}
    files = {
        "ids.txt": ids,
        "references.txt": [references[name] for name in ids],
        "documents.txt": [documents[name] for name in ids],
    }
    for name, released in litepyramid.UNIT_FILES.items():
        units = {
            line["instance_id"]: [unit["text"] for unit in line["units"]]
            for line in read_lines(SAMPLE / name)
        }
        files[released] = ["\t".join(units[each]) for each in ids]
    for system in {line["summarizer_id"] for line in summaries}:
        own = {
            line["instance_id"]: line["summary"]["text"]
            for line in summaries
            if line["summarizer_id"] == system
        }
        files[f"summaries/{system}.summary"] = [own[each] for each in ids]
        files[f"labels/{system}.label"] = [" ".join(map(str, labels[each, system])) for each in ids]
    for name, lines in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(line + "\n" for line in lines), "utf-8")


def _write_rose(folder: Path, summaries: list[dict]) -> None:
    """Write one record in RoSE's layout: the sample's first document with labels, and derived with
    scores alone.
    """
    (units, *_), labels = read_lines(SAMPLE / "scus.jsonl"), read_lines(SAMPLE / "labels.jsonl")
    own = [line for line in summaries if line["instance_id"] == units["instance_id"]]
    given = {
        line["summarizer_id"]: line["labels"]
        for line in labels
        if line["instance_id"] == units["instance_id"]
    }
    record = {
        "example_id": units["instance_id"],
        "source": own[0]["documents"][0]["text"],
        "reference": own[0]["references"][0]["text"],
        "reference_acus": [unit["text"] for unit in units["units"]],
        "system_outputs": {line["summarizer_id"]: line["summary"]["text"] for line in own},
        "annotations": {
            name: {
                "acu_labels": bits,
                "acu": sum(bits) / len(bits),
                "normalized_acu": sum(bits) / len(bits),
            }
            for name, bits in given.items()
        },
    }
    derived = {
        "instance_id": units["instance_id"],
        "reference": record["reference"],
        "units": record["reference_acus"],
        "summaries": record["system_outputs"],
        "present": {name: sum(bits) for name, bits in given.items()},
    }
    (folder / "rose.json").write_text(json.dumps([record]), "utf-8")
    graded = {
        "subtopic_id": "t",
        "summkey": "summary_subtopic_m1",
        "summary": ["* A fire closed the harbour."],
        "reference_insights": [{"insight_id": "i", "insight": "A fire closed the harbour."}],
        "annotation": [{"insight_id": "i", "coverage": "fully_covered"}],
        "predictions_m2": [{"insight_id": "i", "coverage": "FULL_COVERAGE"}],
    }
    (folder / "eval_benchmark_data.json").write_text(json.dumps([graded]), "utf-8")
    nugget = {
        "text": "A fire closed the harbour.",
        "importance": "vital",
        "assignment": "partial_support",
    }
    graded = {"query": "q", "qid": "t", "answer_text": "A fire.", "nuggets": [nugget]}
    write_lines(
        folder / "assignments.jsonl", [{**graded, "run_id": name} for name in ("one", "two")]
    )
    _write_questions_and_answers(folder, record)
    (folder / "rose-validation.jsonl").write_text(json.dumps(derived) + "\n", "utf-8")


def _write_questions_and_answers(folder: Path, record: dict) -> None:
    """Write QAPyramid's layout for a record of RoSE, and RAGChecker's for one pair of made-up
    answers.
    """
    questions = {
        f"What? {text}": [["w1", 1], ["w2", 1], ["w3", 0]]
        for text in record["reference"].split("\n")
    }
    presence = {system: {"d1": {"d1_0": questions}} for system in record["system_outputs"]}
    (folder / "QA_presence.json").write_text(json.dumps(presence), "utf-8")
    labels = {f"{quality}_label": 1 for quality in ("completeness", "correctness", "overall")}
    answers = {
        name: {"model_name": name, "response": "It burned.", "ragchecker": labels}
        for name in ("model1", "model2")
    }
    pair = {"dataset": "kiwi", "query_id": "1", "gt_answer": "The harbour burned.", **answers}
    (folder / "human_labeled_data.json").write_text(json.dumps([pair | labels] * 2), "utf-8")
    (folder / "baseline_ragchecker.json").write_text(json.dumps([pair]), "utf-8")
