"""All results are read alike: rows, columns, pandas and JSON."""

import json
import re
import sys

import numpy as np
import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid import evaluate_table, plan_labels, score
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, escape
from sacrerouge_litepyramid.verdict.comparison.metric_comparison import compare_metric_pairs
from sacrerouge_litepyramid.verdict.labels.sampling.designs import draw_sample, make_design
from sacrerouge_litepyramid.verdict.labels.sampling.estimation import estimate_systems
from sacrerouge_litepyramid.verdict.labels.sampling.labelled_sample import LabelledSample
from sacrerouge_litepyramid.verdict.labels.sampling.sample import Sample, exact_labels

FACTS = ["A fire closed the harbour.", "Nobody was hurt.", "The mayor spoke on Monday."]
TEXTS = {"all": " ".join(FACTS), "some": FACTS[0], "none": "Rain fell."}
HUMAN = {"all": 3, "some": 2, "none": 1}
TABLE = [
    {
        "id": name,
        "system": system,
        "summary": text,
        "units": FACTS,
        "human": HUMAN[system],
        "rouge": len(text),
    }
    for name in ("d1", "d2", "d3")
    for system, text in TEXTS.items()
]


@pytest.fixture(scope="module")
def evaluated():
    return evaluate_table(TABLE)


def make_estimate():
    """The result of a sample in which one system has no label."""
    data = make_labelled(documents=40)
    design = make_design(data.frame, "chance", 60 * len(data.frame.systems))
    labels = np.where(draw_sample(design, 0) & (data.frame.system > 0), data.labels, np.nan)
    none = np.zeros(3, dtype=int)
    return estimate_systems(
        LabelledSample(Sample(data.frame, design, exact_labels(labels)), none, none), "judge"
    )


RESULTS = {
    "score": (
        lambda table: score(list(TEXTS.values()), units=[FACTS] * 3, judge="lexical"),
        3,
        "lite2pyramid_p2c",
    ),
    "evaluate_table": (lambda table: table, 3, "mean"),
    "compare": (lambda table: table.comparison, 3, "mean"),
    "agreement": (lambda table: table.agreement, 32, "value"),
    "compare_metrics": (
        lambda table: compare_metric_pairs(
            table.scored.to_scores(), "human", Statistics(resamples=9, permutations=9)
        ),
        18,
        "difference",
    ),
    "estimate": (lambda table: make_estimate(), 3, "combined"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_a_table(name, evaluated):
    make, count, column = RESULTS[name]
    found = make(evaluated)
    rows = list(found)
    assert (
        found
        and len(found) == len(rows) == count
        and found[0] == rows[0]
        and found[-2:] == rows[-2:]
    )
    assert found[column] == [row.get(column) for row in rows] and isinstance(
        found[column][0], float
    )
    with pytest.raises(KeyError, match=f"no column 'nil'; known: .*{column}"):
        found["nil"]
    frame = found.to_pandas()
    assert len(frame) == count and list(frame.columns) == list(
        dict.fromkeys(name for row in rows for name in row)
    )
    assert frame[column].dropna().tolist() == [
        value for value in found[column] if value is not None
    ]
    plain = (str, int, float, type(None))
    assert all(isinstance(value, plain) for row in rows for value in row.values())
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False)), "strict JSON"
    with pytest.raises(ValueError, match=f"part must be one of {found.PARTS[0]}.*, not 'nil'"):
        found.to_pandas("nil")
    assert all(len(found.to_pandas(part)) for part in found.PARTS)


def test_without_pandas_the_package_is_named(evaluated, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        ImportError, match=r'needs pandas: pip install "sacrerouge-litepyramid\[tables\]"'
    ):
        evaluated.to_pandas()
    assert len(evaluated) == 3 and evaluated.to_dict()


def make_large_results(folder):
    """Results of many systems, whose names are long and are markup."""
    names = [f"<b>system {number} with {'a long name ' * 20}" for number in range(40)]
    texts = [" ".join(FACTS[: number % 4]) or "Rain." for number in range(40)]
    table = [
        {
            "id": place,
            "system": name,
            "summary": text,
            "units": FACTS * 20,
            "human": len(text) % 7,
            "rouge": len(text),
        }
        for place in "abc"
        for name, text in zip(names, texts, strict=True)
    ]
    found = evaluate_table(table, output_dir=folder)
    scored = score(
        texts, units=[FACTS] * 40, systems=names, instance_ids=["x"] * 40, judge="lexical"
    )
    plan = plan_labels(folder, budget=200)
    return [
        found,
        found.comparison,
        found.agreement,
        found.explain(),
        scored,
        plan,
        make_estimate(),
    ]


def test_every_result_fits_a_screen_of_a_notebook(tmp_path):
    for result in make_large_results(tmp_path):
        drawn = result._repr_html_()
        shown = re.sub(r"<[^>]+>", "", drawn)
        assert "<b>system" not in drawn and drawn.count("<tr>") in range(2, 41), type(
            result
        ).__name__
        assert len(shown) <= 4000, type(result).__name__
        assert result.to_latex().count("toprule") == len(list(result.list_tables())) > 0
        assert result.to_markdown().startswith(escape(result.headline(), MARKDOWN)) and len(
            result.to_pandas()
        ) == len(result)
