"""FFCI's focus, coverage and faithfulness over MiniLM tell what each of them is to tell, on REALSumm's texts."""

from collections.abc import Callable

import numpy as np
import pytest

from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.metrics.ffci.similarity import BertScore, Similarity, Sts
from sacrerouge_litepyramid.metrics.ffci_metrics import FfciCoverage, FfciFaithfulness, FfciFocus
from sacrerouge_litepyramid.metrics.metric import Item, SummaryMetric, unwrap_number
from sacrerouge_litepyramid.models.encoders.pretrained import MiniLMEncoder

BASES: dict[str, Callable[[], Similarity]] = {
    "bertscore": lambda: BertScore(MiniLMEncoder(device="cpu")),
    "sts": lambda: Sts(MiniLMEncoder(device="cpu")),
}


@pytest.fixture(scope="module")
def references(realsumm: list[Summary]) -> list[list[str]]:
    """The references of some articles that have three sentences at least."""
    found = [sentences_of(summary.references[0]) for summary in realsumm[:24]]
    return [sentences for sentences in found if len(sentences) >= 3]


@pytest.fixture(params=BASES)
def base(request: pytest.FixtureRequest) -> Similarity:
    return BASES[request.param]()


def score(metric: SummaryMetric, summaries: list[list[str]], references: list[list[str]]) -> np.ndarray:
    """The metric's value of each summary with its one reference or document."""
    items = [Item(summary, [reference]) for summary, reference in zip(summaries, references, strict=True)]
    return np.array([unwrap_number(value) for value in metric.score(items).values])


def test_the_reference_itself_has_both(base: Similarity, references: list[list[str]]) -> None:
    for metric in (FfciFocus(base), FfciCoverage(base), FfciFaithfulness(base, supporting=1)):
        assert score(metric, references, references) == pytest.approx(1, abs=1e-5)


def test_what_is_left_out_lowers_coverage_and_not_focus(base: Similarity, references: list[list[str]]) -> None:
    parts = [sentences[:1] for sentences in references]
    focus, coverage = (score(kind(base), parts, references) for kind in (FfciFocus, FfciCoverage))
    assert len(references) > 10
    assert (focus > coverage + 0.1).all()
    assert focus.mean() > 0.85 and coverage.mean() < 0.75


def test_what_is_beside_the_point_lowers_focus_and_not_coverage(base: Similarity, references: list[list[str]]) -> None:
    others = [*references[1:], references[0]]
    mixed = [own + other for own, other in zip(references, others, strict=True)]
    focus, coverage = (score(kind(base), mixed, references) for kind in (FfciFocus, FfciCoverage))
    assert (coverage > focus + 0.1).all()
    assert coverage.mean() > 0.85 and focus.mean() < 0.75


def test_a_strange_sentence_lowers_faithfulness(base: Similarity, references: list[list[str]]) -> None:
    others = [*references[1:], references[0]]
    mixed = [[own[0], other[0]] for own, other in zip(references, others, strict=True)]
    own = score(FfciFaithfulness(base, supporting=1), [sentences[:1] for sentences in references], references)
    assert (score(FfciFaithfulness(base, supporting=1), mixed, references) < own - 0.2).all()
