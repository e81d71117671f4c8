"""Systems whose texts are references are recognised."""

import pytest

from sacrerouge_litepyramid.io.tables import list_rows
from sacrerouge_litepyramid.verdict.tables.table_data_set import build_data_set

TEXTS = [
    "The mayor opened the bridge today.",
    "A nurse sold the old ferry.",
    "The judge bought a large museum.",
    "Two ships sank near the old pier.",
    "Parents protested outside of the ministry.",
]
OTHERS = ["It rained all day.", "Nothing was sold there.", "Nobody spoke of it."]


def find_types(rows):
    data = build_data_set(list_rows(rows, "t"))
    return {row.key.summarizer_id: row.summary.summarizer_type for row in data.rows}


def make_rows(texts, **more):
    """Return rows of a system "gold" with these texts, and of "other"; the references are TEXTS."""
    return [
        {"id": str(number), "system": name, "summary": summary, "reference": reference, **more}
        for number, (text, reference) in enumerate(zip(texts, TEXTS, strict=True))
        for name, summary in (("gold", text), ("other", f"Nobody saw number {number}."))
    ]


@pytest.mark.parametrize(
    "texts, expected",
    [
        (TEXTS, "reference"),
        (
            [
                "THE MAYOR  opened the bridge today",
                "A nurse\nsold the old ferry .",
                TEXTS[2],
                *OTHERS[:2],
            ],
            "reference",
        ),
        ([*TEXTS[:2], *OTHERS], "peer"),
    ],
)
def test_a_system_with_the_words_of_most_references_is_one(texts, expected):
    assert find_types(make_rows(texts)) == {"gold": expected, "other": "peer"}


def test_one_of_several_references_is_enough():
    rows = [
        {**row, "reference": ["It was quiet that day.", row["reference"]]}
        for row in make_rows(TEXTS)
    ]
    assert find_types(rows)["gold"] == "reference"
    assert build_data_set(list_rows(rows)).notices[-1] == (
        "left out of ranking and correlation, as most of their texts are references: gold; to rank "
        "them, add a column summarizer_type with the value peer"
    )


def test_short_answers_a_given_type_and_lone_systems_are_kept():
    short = [
        {**row, "reference": "It was on a Monday", "summary": "it was on a Monday."}
        for row in make_rows(TEXTS)
    ]
    assert (
        find_types(short)["gold"]
        == find_types(make_rows(TEXTS, summarizer_type="peer"))["gold"]
        == "peer"
    )
    assert find_types(make_rows(TEXTS)[::2]) == {"gold": "peer"}
    assert find_types(make_rows(TEXTS)[:8])["gold"] == "peer", "four documents are too few to tell"
