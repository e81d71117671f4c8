"""What holds of every metric, whatever the texts: its range, and what changes no score."""

import json
import math
import os
import re
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.support import ROOT
from sacrerouge_litepyramid import metrics
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.metrics.metric import Item, SummaryMetric, iterate_measures
from sacrerouge_litepyramid.registry import build

#: every metric, with parts that need no download
METRICS = {
    "lite2pyramid": {},
    "lite2xpyramid": {},
    "lite3pyramid": {"extractor": "sentence"},
    "rouge-native": {},
    "ffci-faithfulness": {"base": "rouge"},
    "ffci-focus": {"base": "rouge"},
    "ffci-coverage": {"base": "rouge"},
    "ffci-coherence": {},
    "supert-native": {},
    "cls-cosine": {},
    "js-relevance": {},
    "tfidf-relevance": {},
    "reaper": {},
}
BUILT = {
    name: build(SummaryMetric, {"type": name, **settings}) for name, settings in METRICS.items()
}
#: texts that share words, so that scores are not all 0
WORDS = [
    "the",
    "fire",
    "burned",
    "Zoë",
    "not",
    "12",
    "harbour",
    "closed",
    "on",
    "Monday",
    ".",
    "!",
    "…",
    "İ",
    "\u200b",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join) | st.text(max_size=20)
ROUNDING = 1e-9


def make_items(name, triples):
    """Items of (summary, texts, weights) with the context that the metric needs."""
    by_units = BUILT[name].context == "units"
    kinds = "scu" if name != "lite3pyramid" else "stu"
    return [
        Item(
            summary,
            [Unit(text, weight, kinds) for text, weight in zip(texts, weights, strict=False)],
        )
        if by_units
        else Item(summary, None if BUILT[name].context is None else texts)
        for summary, texts, weights in triples
    ]


ITEMS = st.lists(
    st.tuples(
        TEXTS,
        st.lists(TEXTS.filter(str.strip), min_size=1, max_size=3),
        st.lists(st.integers(1, 4), min_size=3, max_size=3),
    ),
    min_size=1,
    max_size=4,
)
QUICK = settings(
    max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def read_ranges():
    """The bounds that the guide to SacreROUGE has by metric; the first row of a metric counts."""
    page = (
        (ROOT / "docs/in-sacrerouge.md")
        .read_text("utf-8")
        .partition("## Ranges")[2]
        .partition("\n## ")[0]
    )
    found = {}
    for names, *bounds in re.findall(r"^\| (.*) \| (\S+) \| (\S+) \|$", page, re.MULTILINE):
        for name in set(re.findall(r"`([\w-]+)`", names)) & METRICS.keys():
            least, greatest = (
                None if bound == "none" else float(bound.replace("−", "-")) for bound in bounds
            )
            found.setdefault(
                name,
                (-math.inf if least is None else least, math.inf if greatest is None else greatest),
            )
    return found


RANGES = read_ranges()


def score(name, items):
    return [dict(iterate_measures(value)) for value in BUILT[name].score(items).values]


def same(one, other):
    return one.keys() == other.keys() and all(
        math.isclose(one[name], other[name], abs_tol=ROUNDING)
        or math.isnan(one[name])
        and math.isnan(other[name])
        for name in one
    )


def test_every_metric_has_a_range_and_is_tried():
    registered = map(SummaryMetric.by_name, SummaryMetric.list_available())
    own = {metric.name for metric in registered if metric.__module__.startswith(metrics.__name__)}
    assert RANGES.keys() == METRICS.keys() == own


@pytest.mark.parametrize("name", METRICS)
def test_a_score_is_in_its_range(name):
    least, greatest = RANGES[name]

    @QUICK
    @given(ITEMS)
    def check(triples):
        for values in score(name, make_items(name, triples)):
            for value in values.values():
                assert math.isnan(value) or least - ROUNDING <= value <= greatest + ROUNDING

    check()


@pytest.mark.parametrize("name", METRICS)
def test_order_repetition_and_batches_change_no_score(name):
    @QUICK
    @given(ITEMS)
    def check(triples):
        items = make_items(name, triples)
        found = score(name, items)
        for other, expected in (
            (items[::-1], found[::-1]),
            (items * 2, found * 2),
            (items[:1], found[:1]),
        ):
            assert all(map(same, score(name, other), expected))

    check()


@pytest.mark.parametrize("name", METRICS)
def test_the_form_in_which_accents_are_typed_changes_no_score(name):
    text = "The café of José in Zürich burned. Zoë was hurt."
    typed = unicodedata.normalize("NFD", text)
    triples = [
        (text, [text], [1]),
        (typed, [text], [1]),
        (text, [typed], [1]),
        (typed, [typed], [1]),
    ]
    one, *others = score(name, make_items(name, triples))
    assert all(same(one, other) for other in others)


def test_units_of_weight_0_change_no_score():
    metric = BUILT["lite2pyramid"]
    summary = "A fire burned the old harbour hall on Monday. Nobody was hurt."
    units = [
        Unit("The harbour hall was destroyed by a fire"),
        Unit("Three people were hurt in the hall", 2),
    ]
    others = [Unit("A fire burned a hall", 0), Unit("Three people burned the harbour", 0)]
    found = metric.score([Item(summary, each) for each in (units, [others[0], *units, others[1]])])
    assert found.values[0] == found.values[1]
    assert (
        len(found.judgements[1].measures["p2c"]) == 4
        and min(found.judgements[1].measures["p2c"]) > 0
    )
    assert math.isnan(metric.score([Item(summary, others)]).values[0]["p2c"])


SCRIPT = """
import json, sys
from sacrerouge_litepyramid import score
texts = ["The fire burned in Zürich.", "Nobody was hurt.", "It was İstanbul on Monday."]
found = [score(texts, references=texts[::-1], metric=name, **settings).scores
         for name, settings in (("lite3pyramid", {"extractor": "sentence"}), ("rouge-native", {}))]
print(json.dumps(found))
"""


def test_hash_seed_locale_and_working_directory_change_no_bit(tmp_path):
    found = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "LC_ALL": locale},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for folder, seed, locale in ((ROOT, "1", "C.UTF-8"), (tmp_path, "2", "C"))
    ]
    assert found[0] == found[1]
    assert len(json.loads(found[0])) == 2
