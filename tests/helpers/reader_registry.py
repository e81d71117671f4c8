"""Readers of users' files, each with a file that it reads: a new reader is fuzzed by one line
more.
"""

import gzip
import io
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from helpers.corpus_lines import stream
from helpers.made_up_evidence import list_evidence
from sacrerouge_litepyramid.annotation.scu_worksheet import read_worksheet
from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.corpora.rose import read_rose
from sacrerouge_litepyramid.evaluation.judges import describe_judge
from sacrerouge_litepyramid.extraction.easiness import load_regressor
from sacrerouge_litepyramid.extraction.features import CONSTITUENCY_FEATURES as TREE_FEATURES
from sacrerouge_litepyramid.extraction.features import read_trees
from sacrerouge_litepyramid.io.corpus import parse_corpus
from sacrerouge_litepyramid.io.documents import (
    read_articles,
    read_references,
    read_source_instances,
)
from sacrerouge_litepyramid.io.evidence import list_unit_rows, read_evidence, read_evidence_labels
from sacrerouge_litepyramid.io.files import read_json_lines
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.io.label_plans import (
    LabelPlan,
    PlanHead,
    PlannedSummary,
    PlannedUnit,
    join_votes,
    read_label_plan,
    read_planned_labels,
    write_label_plan,
    write_planned_labels,
)
from sacrerouge_litepyramid.io.labels import (
    read_labelled_summaries,
    read_partial_labels,
    read_votes,
    read_votes_of_form,
)
from sacrerouge_litepyramid.io.line_aligned import (
    read_aligned_labels,
    read_line_aligned,
    read_released_folds,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.preferences import read_preferences
from sacrerouge_litepyramid.io.score_files import merge_metric_rows, read_scores
from sacrerouge_litepyramid.io.signatures import as_file_data, read_signatures
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.table_data_set import build_data_set
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.io.units import read_peer_annotations, read_pyramids, read_units
from sacrerouge_litepyramid.judges.lexical import LexicalWeights
from sacrerouge_litepyramid.judges.lexical_features import FEATURES
from sacrerouge_litepyramid.metrics.ffci.coherence import LogisticCoherence, NextSentenceWeights
from sacrerouge_litepyramid.signature import sign


class Reader(NamedTuple):
    """``file``: what is damaged, of ``files``, contents by name.

    ``read`` is given the folder of all of them.
    """

    read: Callable[[Path], Any]
    file: str
    files: Mapping[str, bytes]

    @property
    def holds_json(self) -> bool:
        return Path(self.file).suffix in (".json", ".jsonl")


def lines(*objects: Any) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in objects).encode()


def _parquet(*rows: dict[str, Any]) -> bytes:
    from pyarrow import BufferOutputStream, Table, parquet

    out = BufferOutputStream()
    parquet.write_table(Table.from_pylist(list(rows)), out)
    return out.getvalue().to_pybytes()


def _excel(row: dict[str, Any]) -> bytes:
    from openpyxl import Workbook

    book, out = Workbook(), io.BytesIO()
    book.active.append(list(row))
    book.active.append(
        [cell if isinstance(cell, int | float) else str(cell) for cell in row.values()]
    )
    book.save(out)
    return out.getvalue()


NAMES = {"instance_id": "a", "summarizer_id": "s", "summarizer_type": "peer"}
SUMMARY = {
    **NAMES,
    "summary": {"text": ["rain fell", "it did"]},
    "references": [{"text": "it rained"}],
    "documents": [{"text": "rain"}],
}
UNITS = {
    "instance_id": "a",
    "units": [
        {"text": "rain fell", "weight": 2, "kind": "scu", "reference": [0, 1], "sentence": 0}
    ],
}
SUMMARIES = lines(SUMMARY, SUMMARY | {"summarizer_id": "t"})
SCUS = lines(UNITS, {"instance_id": "b", "units": ["snow fell"]})
LABELS = lines(
    {"instance_id": "a", "summarizer_id": "s", "labels": [1]},
    {"instance_id": "a", "summarizer_id": "t", "labels": [0]},
)
METRICS = lines({**NAMES, "metrics": {"litepyramid_recall": 0.5, "rouge": {"f1": 0.25, "p": None}}})
PYRAMID = {
    "instance_id": "a",
    "summaries": ["rain fell", "it rained"],
    "summarizer_ids": ["B", "A"],
    "scus": [
        {
            "scu_id": 9,
            "label": "rain fell",
            "contributors": [{"summary_index": 1}, {"summary_index": 0}],
        }
    ],
}
PREFERENCE = {
    "instance_id": "d1",
    "first": "a",
    "second": "b",
    "preferences": {"completeness": [1, -2]},
}
ROSE = {
    "source": "Rain fell.",
    "reference": "It rained.",
    "reference_acus": ["it rained"],
    "example_id": "a",
    "annotations": {"bart": {"acu_labels": [1], "acu": 1.0, "normalized_acu": 0.5}},
    "system_outputs": {"bart": "Rain."},
}
WEIGHTS = {
    "provenance": {"source": "made up", "units": "0123", "range": {"floor": 0.1, "ceiling": 0.9}},
    "agreement": [{"data": "made up", "units": "written", "system": 0.5, "summary": 0.25}],
    "intercept": 0.5,
    "coefficients": dict.fromkeys(FEATURES, 0.25),
    "documents": 2,
    "document_frequencies": {"rain": 1},
}
REGRESSOR = {
    "provenance": {},
    "feature_source": {"type": "constituency"},
    "feature_names": list(TREE_FEATURES),
    "base": 0.5,
    "features": len(TREE_FEATURES),
    "trees": [
        {"feature": [0, 0, 0], "number": [1.0, 0.1, 0.2], "left": [1, -1, -1], "right": [2, -1, -1]}
    ],
}
ALIGNED = {
    "ids.txt": b"a\nb\n",
    "references.txt": b"<t> it rained </t>\nit snowed\n",
    "SCUs.txt": b"rain fell\train\nsnow fell\n",
    "summaries/s.summary": b"rain\nsnow\n",
    "labels/s.label": b"1 0\n1\n",
    "by_examples/fold0": b"a\nb\n",
}
ARTICLE = {"instance_id": "a", "sentences": ["rain fell", "it did"]}
TREES = [
    {"sentence": "rain fell.", "tree": "(S (NP rain) (VP fell) (. .))"},
    {"sentence": "it did.", "tree": "(S it did .)"},
]
ROW = {
    "id": "a",
    "system": "s",
    "summary": "rain",
    "references": '["it rained"]',
    "units": "rain fell\nit did",
}
CSV = b'id,system,summary,units,score\na,s,"rain, and snow","rain fell",0.5\nb,s,snow,it snowed,1\n'


VOTES = {
    "format": "litepyramid label votes",
    "version": 1,
    "annotator": "ann",
    "tasks": [{"task": "t1", "votes": [1, 0, None]}],
}
LABEL_PLAN = LabelPlan(
    PlanHead("active", 1, 0, ("s1",), "lite2pyramid", "p2c", "0123"),
    (PlannedSummary("a", "s1", "it rained", (PlannedUnit(0, "rain", 0.5),)),),
)
SCU_SHEET = b"instance_id,reference,sentence,sentence_text,units\na,1,1,it rained,rain | fell\n"


def written(write: Callable[[Path, Any], None], content: Any) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / "x", content)
        return (Path(folder) / "x").read_bytes()


def _aligned(folder: Path) -> Any:
    data = read_line_aligned(folder)
    return read_aligned_labels(folder, data), read_released_folds(folder, "documents")


EVIDENCE = list_evidence()[:2]
SIGNATURE = sign(
    "lite2pyramid",
    {
        "judge": {"type": "lexical", "model": "made up"},
        "range": {"floor": 0.1, "ceiling": 0.9, "source": "made up"},
        "units": {"distinct": {"scu": 2}},
    },
)


def _read_signatures(folder: Path) -> Any:
    return [
        describe_judge(signature["metric"], signature, None)
        for signature in read_signatures([folder / "x"])
    ]


def _read_evidence(folder: Path) -> Any:
    path = folder / "x.jsonl"
    rows = list(list_unit_rows(read_json_lines(path)))
    return rows, read_evidence([path], "p2c"), read_evidence_labels(path)


def _one(read: Callable[[Path], Any], name: str, content: bytes) -> Reader:
    """A reader of a single file."""
    return Reader(lambda at: read(at / name), name, {name: content})


def _json(read: Callable[[Path], Any], content: Any) -> Reader:
    return _one(read, "x.json", json.dumps(content).encode())


def _lines(read: Callable[[Path], Any], *objects: Any) -> Reader:
    return _one(read, "x.jsonl", lines(*objects))


def _of_table(name: str, content: bytes) -> Reader:
    return _one(lambda path: build_data_set(read_table(path)).units, name, content)


PARQUET_ROW = {**NAMES, "summary": "r", "units": [{"text": "rain", "weight": 1.0}]}
PLANNED = join_votes(LABEL_PLAN, {(SummaryKey("a", "s1"), 0): {"ann": 1}})

READERS: dict[str, Reader] = {
    "evidence": Reader(_read_evidence, "x.jsonl", {"x.jsonl": lines(*EVIDENCE)}),
    "signatures": Reader(
        _read_signatures,
        "x.signature.json",
        {"x.signature.json": json.dumps(as_file_data([SIGNATURE])).encode()},
    ),
    "summaries": _one(read_summaries, "x.jsonl", SUMMARIES),
    "units": _one(read_units, "x.jsonl", SCUS),
    "references": _lines(
        read_references, {"instance_id": "a", "references": ["it rained", {"text": ["rain"]}]}
    ),
    "judgements": Reader(
        lambda at: read_labelled_summaries(at / "s.jsonl", at / "u.jsonl", at / "x.jsonl"),
        "x.jsonl",
        {"s.jsonl": SUMMARIES, "u.jsonl": SCUS, "x.jsonl": LABELS},
    ),
    "scores": _one(
        lambda path: read_scores([path], ["litepyramid_recall", "rouge_f1"]), "x.jsonl", METRICS
    ),
    "score table": _one(lambda path: merge_metric_rows(read_json_lines(path)), "x.jsonl", METRICS),
    "pyramids": _lines(read_pyramids, PYRAMID),
    "peer annotations": _lines(read_peer_annotations, NAMES | {"scus": [{"scu_id": 9}]}),
    "votes": _lines(read_votes, NAMES | {"votes": [[1, 0], [0, 1]]}),
    "partial labels": _lines(read_partial_labels, NAMES | {"labels": [1, None, 0]}),
    "folds": _json(read_folds, {"by_documents": [["a"], ["b"]]}),
    "corpus": _lines(
        lambda path: list(parse_corpus(stream(path))), {**NAMES, **UNITS, "summary": "r"}
    ),
    "corpus in Parquet": _one(
        lambda path: list(parse_corpus(stream(path))), "x.parquet", _parquet(PARQUET_ROW)
    ),
    "table in JSON Lines": _of_table("x.jsonl", lines(ROW, ROW | {"id": 2})),
    "table in CSV": _of_table("x.csv", CSV),
    "table in TSV": _of_table("x.tsv", CSV.replace(b",", b"\t")),
    "table in JSON": _of_table("x.json", json.dumps([ROW, ROW | {"id": 2}]).encode()),
    "table in gzip": _of_table("x.csv.gz", gzip.compress(CSV, mtime=0)),
    "table in Excel": _of_table("x.xlsx", _excel(ROW)),
    "table in Parquet": _of_table("x.parquet", _parquet(ROW)),
    "preferences": _lines(read_preferences, PREFERENCE),
    "RoSE": _json(read_rose, [ROSE]),
    "lexical weights": _json(LexicalWeights.load, WEIGHTS),
    "coherence weights": _one(
        lambda path: LogisticCoherence(str(path)).identity(),
        "x.json",
        NextSentenceWeights.shipped.read_bytes(),
    ),
    "easiness regressor": _json(load_regressor, REGRESSOR),
    "trees": _lines(lambda path: read_trees(str(path)), *TREES),
    "articles": _lines(read_articles, ARTICLE),
    "documents": _one(read_source_instances, "x.jsonl", SUMMARIES),
    "SCU worksheet": _one(
        lambda path: read_worksheet(path, {SentenceKey("a", 0, 0): "it rained"}), "x.csv", SCU_SHEET
    ),
    "label plan": _one(read_label_plan, "x.jsonl", written(write_label_plan, LABEL_PLAN)),
    "labels of a plan": _one(
        read_planned_labels, "x.jsonl", written(write_planned_labels, PLANNED)
    ),
    "label form": _json(read_votes_of_form, VOTES),
    **{f"line-aligned {name}": Reader(_aligned, name, ALIGNED) for name in ALIGNED},
}
