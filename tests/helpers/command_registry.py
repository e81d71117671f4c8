"""Every command that reads a file, with files that it reads: a new command is fuzzed by one line
more.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helpers.made_up_evidence import list_evidence
from helpers.reader_registry import (
    ALIGNED,
    LABELS,
    METRICS,
    NAMES,
    PYRAMID,
    READERS,
    SCUS,
    SUMMARIES,
    lines,
)


class Command(NamedTuple):
    """A command line that works in a folder of ``files`` and writes into out/.

    Those ``damaged`` are its options.
    """

    words: str
    files: Mapping[str, bytes]
    damaged: Sequence[str]


def _scored(reader: str, inputs: str) -> str:
    return (
        f"lite2pyramid score --dataset-reader {reader} --input-files {inputs} --judge all-words "
        "--silent --output-jsonl out/scores.jsonl --evidence_output out/evidence.jsonl"
    )


def _lines_of(**numbers: float) -> bytes:
    """Scores of five systems for three documents."""
    names = [
        {"instance_id": each, "summarizer_id": f"s{n}", "summarizer_type": "peer"}
        for each in "abc"
        for n in (1, 2)
    ]
    return lines(
        *(
            {**name, "metrics": {k: v * (i % 4) for k, v in numbers.items()}}
            for i, name in enumerate(names)
        )
    )


PAIR = {"s.jsonl": SUMMARIES, "u.jsonl": SCUS}
LABELLED = {"summaries.jsonl": SUMMARIES, "scus.jsonl": SCUS, "labels.jsonl": LABELS}
SCORED = {"summaries.jsonl": SUMMARIES, "scus.jsonl": SCUS, "metrics.jsonl": METRICS}
CORPUS = READERS["corpus"].files
SCORES = {
    "s.jsonl": _lines_of(litepyramid_recall=0.25, ours=0.2),
    "v.jsonl": lines(NAMES | {"summarizer_id": "s1", "votes": [[1, 0], [0, 1]]}),
}
FOLDS = b'{"by_documents": [["a"], ["b"], ["c"]], "by_systems": [["s0", "s1"], ["s2", "s3", "s4"]]}'
MIX = {
    "references.jsonl": lines({"instance_id": "a", "references": ["rain fell. it did."]}),
    "scus.jsonl": lines({"instance_id": "a", "units": [{"text": "rain fell", "sentence": 0}]}),
    "t.jsonl": lines(
        {"instance_id": "a", "units": [{"text": "it did", "kind": "stu", "sentence": 1}]}
    ),
}
MIXED = ". --stus t.jsonl --output out/u.jsonl --percentage 50"
ARTICLES = lines(
    *(
        {"instance_id": name, "sentences": [f"rain fell on {name}", f"{name} is wet"]}
        for name in "abcdef"
    )
)
EVIDENCE = list_evidence()
SOME_LABELS = [
    {
        **{name: line[name] for name in ("instance_id", "summarizer_id")},
        "labels": [1, None, place % 2],
    }
    for place, line in enumerate(EVIDENCE)
]
SIGNATURE = {"x.jsonl.signature.json": READERS["signatures"].files["x.signature.json"]}
COMMANDS: dict[str, Command] = {
    "score": Command(_scored("units-based", "s.jsonl u.jsonl"), PAIR, ["s.jsonl", "u.jsonl"]),
    "score by a pyramid": Command(
        _scored("pyramid-units", "s.jsonl p.jsonl"),
        {"s.jsonl": SUMMARIES, "p.jsonl": lines(PYRAMID)},
        ["p.jsonl"],
    ),
    "score a folder": Command(
        _scored("line-aligned", "."), ALIGNED, ["ids.txt", "SCUs.txt", "summaries/s.summary"]
    ),
    "score with own weights": Command(
        _scored("units-based", "s.jsonl u.jsonl").replace(
            "all-words", '{"type":"lexical","weights":"w.json"}'
        ),
        {**PAIR, "w.json": READERS["lexical weights"].files["x.json"]},
        ["w.json"],
    ),
    "score-corpus": Command(
        "score-corpus x.jsonl --output out/scores.jsonl --judge all-words", CORPUS, ["x.jsonl"]
    ),
    "score-corpus with units": Command(
        "score-corpus x.jsonl --units u.jsonl --output out/scores.parquet --judge all-words",
        {**CORPUS, "u.jsonl": SCUS},
        ["u.jsonl"],
    ),
    "extract-units": Command(
        "extract-units --references s.jsonl --output out/u.jsonl --extractor sentence",
        {"s.jsonl": SUMMARIES},
        ["s.jsonl"],
    ),
    "mix-units": Command(f"mix-units {MIXED} --selection shortest", MIX, list(MIX)),
    "mix-units by trees": Command(
        f"mix-units {MIXED} --regressor w.json --features "
        f'{{"type":"constituency","trees":"x.jsonl"}}',
        {
            **MIX,
            "w.json": READERS["easiness regressor"].files["x.json"],
            "x.jsonl": READERS["trees"].files["x.jsonl"],
        },
        ["w.json", "x.jsonl"],
    ),
    "write-scus": Command(
        "write-scus . --stus t.jsonl --percentage 50 --selection shortest --output-dir out",
        {name: MIX[name] for name in ("references.jsonl", "t.jsonl")},
        ["references.jsonl", "t.jsonl"],
    ),
    "train judge": Command("train judge . --output out/w.json", LABELLED, list(LABELLED)),
    "train judge by human scores": Command(
        "train judge . --output out/w.json", SCORED, list(SCORED)
    ),
    "train coherence": Command(
        "train coherence --documents x.jsonl --negatives repetition --output out/w.json",
        {"x.jsonl": ARTICLES},
        ["x.jsonl"],
    ),
    "ffci-coherence": Command(
        "ffci-coherence score --dataset-reader summary-only --input-files s.jsonl --output-jsonl "
        "out/scores.jsonl "
        '--silent --coherence {"type":"logistic","weights":"w.json"}',
        {"s.jsonl": SUMMARIES, "w.json": READERS["coherence weights"].files["x.json"]},
        ["w.json"],
    ),
    "experiment cross-validate": Command(
        "experiment cross-validate --scores s.jsonl --metrics ours --folds f.json --resamples 5 "
        "--output out/cv.json",
        {**SCORES, "f.json": FOLDS},
        ["s.jsonl", "f.json"],
    ),
    "experiment realsumm": Command(
        "experiment realsumm . --metrics ours --resamples 5 --output-dir out",
        {"metrics.jsonl": SCORES["s.jsonl"], "votes.jsonl": SCORES["v.jsonl"]},
        ["metrics.jsonl", "votes.jsonl"],
    ),
    "evaluate-table": Command(
        "evaluate-table x.csv --output-dir out --extractor sentence --columns human=score",
        READERS["table in CSV"].files,
        ["x.csv"],
    ),
    "import-table": Command(
        "import-table x.csv --output-dir out", READERS["table in CSV"].files, ["x.csv"]
    ),
    "plan-labels": Command(
        "plan-labels . --evidence x.jsonl --budget 8",
        {"x.jsonl": lines(*list_evidence(documents=4))},
        ["x.jsonl"],
    ),
    "make-label-form": Command(
        "make-label-form . --output-dir out",
        {"plan.jsonl": READERS["label plan"].files["x.jsonl"]},
        ["plan.jsonl"],
    ),
    "estimate": Command(
        "estimate --evidence x.jsonl --labels l.jsonl --output out/e.json",
        {"x.jsonl": lines(*EVIDENCE), "l.jsonl": lines(*SOME_LABELS)},
        ["x.jsonl", "l.jsonl"],
    ),
    "agreement": Command(
        "agreement --scores s.jsonl --resamples 5 --output out/a.json", SCORES, ["s.jsonl"]
    ),
    "export-table of evidence": Command(
        "export-table --evidence x.jsonl --output out/t.csv",
        {"x.jsonl": lines(*EVIDENCE)},
        ["x.jsonl"],
    ),
    "explain": Command(
        "explain . d00 good --evidence x.jsonl",
        {"x.jsonl": lines(*EVIDENCE), **SIGNATURE},
        ["x.jsonl", *SIGNATURE],
    ),
    "export-table": Command(
        "export-table --scores s.jsonl --output out/t.csv", {"s.jsonl": METRICS}, ["s.jsonl"]
    ),
    "setup-dataset rose": Command(
        "setup-dataset rose out --source x.json", READERS["RoSE"].files, ["x.json"]
    ),
}
