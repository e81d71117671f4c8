"""In DeepEval: a custom metric; the facts are in the test case's `metadata`."""

from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase
from facts import ANSWER, FACTS, check_facts


class ExpectedFacts(BaseMetric):
    def __init__(self, threshold: float = 0.5) -> None:
        self.threshold = threshold

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        facts = test_case.metadata["expected_facts"]
        self.score, self.reason = check_facts(test_case.actual_output, facts)
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        return self.measure(test_case)

    def is_successful(self) -> bool:
        return self.success

    @property
    def __name__(self) -> str:
        return "Expected facts"


case = LLMTestCase(
    input="What happened in the harbour?",
    actual_output=ANSWER,
    metadata={"expected_facts": FACTS},
)
metric = ExpectedFacts()
print(f"{metric.measure(case):.3f}", metric.reason)
