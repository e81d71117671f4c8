"""A made-up miniature in the layout of FFCI's release, as an archive: three documents a corpus, two
of faithfulness.
"""

import csv
import io
import tarfile
from pathlib import Path

PREDICTIONS = {
    "PG": [
        "the cat sat on the mat .\nit slept .",
        "rain fell in the north .",
        "dogs bark at the moon .",
    ],
    "BERT": ["a cat sat .", "rain fell in the north of the country .", "dogs sleep ."],
}
GOLD = ["the cat sat on the mat .", "heavy rain fell in the north .\nroads closed .", "dogs bark ."]
SCORES = {"PG": [0.5, -0.25, 1.0], "BERT": [0.75, 0.25, -1.5]}
ARTICLE = "the cat sat on the red mat.\nit slept all day.\nnobody's dog came.\n"
#: by system the summaries of two documents, and what of them is hallucinated
FAITHFUL = {
    "BERTS2S": [("the cat slept.", "0.0"), ("the cat\\'s mat.", "0.25")],
    "PtGen": [("a horse ran.", "1.0"), ("the cat sat.", "0.5")],
}


def release_files() -> dict[str, str]:
    """By path within Data the texts of the files."""
    files = {}
    for corpus in ("cnndm", "xsum"):
        folder = f"Focus and Coverage/{corpus}"
        for dimension in ("focus", "coverage"):
            rows = [
                {"id": number, "data": corpus.upper(), "model": system, "score": score}
                for system, scores in SCORES.items()
                for number, score in reversed(list(enumerate(scores)))
            ]
            files[f"{folder}/human_{dimension}_final.csv"] = _csv(rows)
        for number, gold in enumerate(GOLD):
            files[f"{folder}/gold/{number}"] = gold
            for system, texts in PREDICTIONS.items():
                files[f"{folder}/pred_{system}/{number}"] = texts[number]
    return files | _faithfulness() | _coherence()


def write_archive(path: Path, files: dict[str, str] | None = None, root: str = "Data/") -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in (release_files() if files is None else files).items():
            member, content = tarfile.TarInfo(root + name), text.encode()
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def _faithfulness() -> dict[str, str]:
    rows, files = [], {}
    for system, summaries in FAITHFUL.items():
        for document, (text, hallucinated) in enumerate(summaries):
            number = str(len(rows))
            faithful = str(1 - float(hallucinated))
            row = {"bbc_id": f"10{document}", "id": number, "model": system, "summary": text}
            rows.append(row | {"hallucination_score": hallucinated, "faithfulness_score": faithful})
            files |= {
                f"Faithfulness/pred/{number}": text,
                f"Faithfulness/gold/{number}": "the cat sat and slept.\n",
                f"Faithfulness/article_segmented/{number}": ARTICLE,
            }
    return {"Faithfulness/aggregated_human_annotation.csv": _csv(rows)} | files


def _coherence() -> dict[str, str]:
    rows = [
        {
            "id": number,
            "data": "CNNDM",
            "model": system,
            "score": number / 2 - 0.25,
            "text": f"{system} is here\nand there",
        }
        for number in range(len(GOLD))
        for system in ("PG", "BERT", "LEAD3", "PROPHETNET")
    ]
    return {
        f"Intersentential Coherence/published_data_ic_{kind}.csv": _csv(
            rows
        )  # the raw scores are not read
        for kind in ("z", "raw")
    }


def _csv(rows: list) -> str:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
