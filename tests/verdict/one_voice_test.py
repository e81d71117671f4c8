"""The verdict's sentences are the same in the terminal, in verdict.json, on the page and in `report`."""

import json
import re

import pytest

from sacrerouge_litepyramid import evaluate_table, write_report

FACTS = ["A fire closed the harbour.", "Nobody was hurt.", "The mayor spoke on Monday."]
OUTPUTS = {"all": " ".join(FACTS), "some": FACTS[0], "none": "Rain fell."}
RATINGS = {"all": 5, "some": 3, "none": 1}
LABELS = {"all": [1, 1, 1], "some": [1, 0, 0], "none": [0, 0, 0]}


def make_rows(documents, systems=tuple(OUTPUTS), **more):
    return [
        {
            "id": f"d{number:02}",
            "system": name,
            "output": OUTPUTS[name],
            "units": FACTS,
            **{field: value(name, number) for field, value in more.items()},
        }
        for number in range(documents)
        for name in systems
    ]


#: by a sentence that the verdict has, the table and the settings that lead to it
CASES = {
    "Trust: unknown. ": (make_rows(6), {}),
    "By lite2pyramid (lexical), all leads with the highest mean": (
        make_rows(6, rating=lambda name, number: RATINGS[name] - number % 2),
        {"human": "rating"},
    ),
    "Human scores put some first, significantly above all": (
        make_rows(12, rating=lambda name, number: 6 - abs(3 - RATINGS[name])),
        {"human": "rating"},
    ),
    "With 3 systems, trust is moderate at most": (
        make_rows(20, rating=lambda name, number: RATINGS[name] + number % 3),
        {"human": "rating"},
    ),
    "lite2pyramid (lexical) orders 3 of 3 pairs": (
        make_rows(8, labels=lambda name, number: LABELS[name]),
        {},
    ),
    "scores significantly lower": (make_rows(8, ("all", "none")), {"measure": "l2c"}),
}


def read_page(path):
    """Return the verdict that the page shows first, human scores aside."""
    text = path.read_text("utf-8")
    data = json.loads(
        re.search(r'<script[^>]*"application/json"[^>]*>(.*?)</script>', text, re.S)[1]
    )
    return next(row["verdict"] for row in data["metrics"] if row["name"] != data["human"])


@pytest.mark.parametrize("sentence", CASES)
def test_all_doors_have_the_same_sentences(sentence, tmp_path):
    rows, settings = CASES[sentence]
    found = evaluate_table(rows, output_dir=tmp_path, **settings)
    verdict = json.loads((tmp_path / "verdict.json").read_text("utf-8"))["verdict"]
    assert read_page(tmp_path / "report.html") == verdict
    lines = write_report(tmp_path).lines
    assert read_page(tmp_path / "report.html") == verdict
    printed = " ".join(str(found).split())
    for line in found.verdict.answer().splitlines():
        assert line in printed
        assert line in " ".join(lines)
    everything = " ".join([printed, *lines])
    assert sentence in everything and sentence in " ".join(found.details().split())
    parts = [*verdict["leaders"], verdict["conflict"], verdict["agreement"] or ""]
    parts.append(f"Trust: {verdict['trust']['level']}. {verdict['trust']['reason']}")
    assert sentence in " ".join(parts)
