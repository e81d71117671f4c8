"""A made-up miniature in the layout of REALSumm's release: two documents, three systems and the
copied BART.
"""

import csv
import json
import pickle
from pathlib import Path

STATEMENTS = {"cnndm1017": ["The cat sat.", "It rained."], "cnndm10586": ["Dogs bark."]}
# By folder, file and document the workers' votes.
VOTES = {
    ("abs", "semsim_out"): {"cnndm1017": ["pp", "pn", "pn"], "cnndm10586": ["n", "n"]},
    ("abs", "banditsumm_out"): {"cnndm1017": ["pn", "nn", "pn", "nn"], "cnndm10586": ["p", "p"]},
    ("abs", "bart_out"): {"cnndm1017": ["nn", "nn"], "cnndm10586": ["n", "n"]},
    ("ext", "bart_out"): {"cnndm1017": ["pp", "pp"], "cnndm10586": ["p", "n", "p"]},
}
SCORES = {"semsim_out": [0.5, 0.0], "banditsumm_out": [0.0, 1.0], "bart_out": [1.0, 1.0]}
GROUPS = {"abs": ["semsim_out", "bart_out"], "ext": ["banditsumm_out", "bart_out"]}


def write_release(folder: Path, pickled: bool = False) -> Path:
    """The scores as JSON, or as pickles in the repository's folders."""
    (folder / "scores_dicts").mkdir(parents=True)
    (folder / "selected_documents.md").write_text(
        "# Documents\n\n[here](x)\n```\n[1017, 10586]\n```\n", "utf-8"
    )
    for group, systems in GROUPS.items():
        data = {
            number: {
                "ref_summ": "<t> x </t>",
                "system_summaries": {
                    f"{name}.txt": {
                        "system_summary": f"<t> {name} {number} </t>",
                        "scores": {
                            "rouge_1_recall": 0.1 * number + len(name) / 100,
                            "litepyramid_recall": SCORES[name][number],
                        },
                    }
                    for name in systems
                },
            }
            for number in (0, 1)
        }
        if pickled:
            (folder / f"scores_dicts/{group}.pkl").write_bytes(pickle.dumps(data))
        else:
            (folder / f"scores-{group}.json").write_text(json.dumps(data), "utf-8")
    for (group, name), documents in VOTES.items():
        path = folder / ("human_annotations/SCUs_and_annotations" if pickled else "annotations")
        path = path / f"SCU_rating_results_{group}_systems" / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", newline="", encoding="utf-8") as out:
            rows = [
                _row(name, document, votes)
                for document, workers in documents.items()
                for votes in workers
            ]
            writer = csv.DictWriter(out, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return folder


def _row(name: str, document: str, votes: str) -> dict[str, str]:
    texts = STATEMENTS[document] + ["BLANK"] * (16 - len(STATEMENTS[document]))
    row = {"Input.eventId": document, "Input.summaryId": name}
    row |= {f"Input.statement_{number}": text for number, text in enumerate(texts, start=1)}
    return row | {
        f"Answer.S{number}Answer": vote for number, vote in enumerate(votes.ljust(16, "n"), start=1)
    }
