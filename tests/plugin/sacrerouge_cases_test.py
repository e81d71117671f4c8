"""SacreROUGE's own test classes, on a fixture of its layout: what a metric of SacreROUGE owes."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

import sacrerouge_litepyramid.plugin  # noqa: F401 (on Python 3.12, SacreROUGE can be imported only afterwards)

# isort: split
from sacrerouge.common import testing
from sacrerouge.common.testing import metric_test_cases as cases
from sacrerouge.common.testing.util import sacrerouge_command_exists
from sacrerouge.metrics import Metric

from helpers.support import write_lines
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.metrics.metric import Item, SummaryMetric
from sacrerouge_litepyramid.registry import build

#: texts as lists of sentences: summaries, references and source documents of two inputs
SUMMARIES = {
    "ferry": [
        ["A ferry sank off the coast on Friday.", "Forty people were rescued by two trawlers."],
        ["The minister visited the harbour.", "He did not mention the ferry."],
    ],
    "bridge": [
        ["The new bridge opened.", "It replaces the ferry across the river."],
        ["Tolls rose by two euros.", "Commuters protested against the tolls."],
    ],
}
REFERENCES = {
    "ferry": [
        ["Forty passengers were saved when a ferry sank on Friday.", "Two trawlers helped."],
        ["A ferry went down off the coast.", "The minister praised the crews of two trawlers."],
    ],
    "bridge": [
        ["A bridge was opened on Monday.", "Drivers pay a toll of two euros."],
        ["Commuters protested against the toll of the new bridge.", "The ferry has stopped."],
    ],
}
DOCUMENTS = {
    "ferry": [
        ["The ferry left the harbour at noon.", "It sank two hours later, officials said."],
        ["Two trawlers saved forty people.", "The minister thanked their crews on Friday."],
    ],
    "bridge": [
        ["The bridge over the river cost nine million euros.", "It opened on Monday morning."],
        ["The ferry made its last trip.", "Some commuters protested against the tolls."],
    ],
}
UNITS = {
    name: [Unit("A ferry sank"), Unit("Commuters protested"), Unit("Two trawlers helped")]
    for name in SUMMARIES
}


class Case(NamedTuple):
    """A metric, and the class of SacreROUGE that tests it with its contexts."""

    settings: dict[str, Any]
    test: type[cases.MetricTestCase]
    context: dict[str, list[list[str]]] | dict[str, list[Unit]] | None

    @property
    def name(self) -> str:
        return str(self.settings["type"])


LEXICAL = {"judge": "lexical", "extractor": "clauses"}
CASES = [
    Case({"type": "lite3pyramid", **LEXICAL}, cases.ReferenceBasedMetricTestCase, REFERENCES),
    Case({"type": "lite2pyramid", "judge": "lexical"}, cases.MetricTestCase, UNITS),
    Case({"type": "lite2xpyramid", "judge": "lexical"}, cases.MetricTestCase, UNITS),
    *(
        Case({"type": name}, cases.ReferenceBasedMetricTestCase, REFERENCES)
        for name in ("rouge-native", "ffci-focus", "ffci-coverage")
    ),
    *(
        Case({"type": name}, cases.DocumentBasedMetricTestCase, DOCUMENTS)
        for name in (
            "ffci-faithfulness",
            "supert-native",
            "cls-cosine",
            "js-relevance",
            "tfidf-relevance",
            "reaper",
        )
    ),
    Case({"type": "ffci-coherence"}, cases.ReferencelessMetricTestCase, None),
]


@pytest.fixture
def fixture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files that SacreROUGE's classes read, in the layout of its fixture."""
    lines, documents = [], []
    for name, texts in SUMMARIES.items():
        references = [
            {"summarizer_id": letter, "summarizer_type": "reference", "text": text}
            for letter, text in zip("AB", REFERENCES[name], strict=True)
        ]
        documents.append({"instance_id": name, "documents": [{"text": t} for t in DOCUMENTS[name]]})
        for number, text in enumerate(texts):
            key = {"summarizer_id": str(number), "summarizer_type": "peer"}
            summary = {**key, "text": text}
            lines.append({"instance_id": name, **key, "summary": summary, "references": references})
    for constant, file, content in (
        ("MULTILING_SUMMARIES", "summaries.jsonl", lines),
        ("MULTILING_DOCUMENTS", "documents.jsonl", documents),
    ):
        write_lines(tmp_path / file, content)
        monkeypatch.setattr(testing, constant, str(tmp_path / file))
        monkeypatch.setattr(cases, constant, str(tmp_path / file))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_metric_passes_the_tests_of_sacrerouge(case: Case, fixture: None) -> None:
    case.test.setUpClass()
    test = case.test()
    settings = {name: value for name, value in case.settings.items() if name != "type"}
    metric = Metric.by_name(case.name)(**settings)
    items = [
        Item(summary, case.context and case.context[name])
        for name, summaries in SUMMARIES.items()
        for summary in summaries
    ]
    # What the package itself computes is what SacreROUGE gets.
    values = build(SummaryMetric, case.settings).score(items).values
    assert any(value != values[0] for value in values)
    expected = [{case.name: value} for value in values]
    if case.test is cases.MetricTestCase:
        contexts = [item.context for item in items]
        test._assert_expected_output(metric, expected, contexts)
        test._assert_order_invariant(metric, contexts)
    else:
        test.assert_expected_output(metric, expected)
        test.assert_order_invariant(metric)
    for command in ("evaluate", "score"):
        assert sacrerouge_command_exists([case.name, command])


def test_every_metric_is_tested() -> None:
    names = [
        name
        for name in SummaryMetric.list_available()
        if SummaryMetric.by_name(name).__module__.startswith("sacrerouge_litepyramid.metrics.")
    ]
    assert sorted(case.name for case in CASES) == sorted(names)
