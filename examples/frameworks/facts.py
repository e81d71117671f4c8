"""What the files beside this one share: the facts that an answer should state, and the share of
them that it states.

The `lexical` judge compares words and calls no model, so the same answers get the same result each
time. Another judge has another scale: choose a threshold from answers that you know to be good or
bad.
"""

from sacrerouge_litepyramid import load

METRIC = load("lite2pyramid", judge="lexical")
#: each a sentence of its own
FACTS = ["A fire closed the harbour.", "Nobody was hurt."]
#: of your system
ANSWER = "A fire closed the harbour."


def check_facts(answer: str, facts: list[str]) -> tuple[float, str]:
    """Return the share of the facts that an answer states, and the facts that it does not state."""
    result = METRIC.score([answer], units=[facts])
    missing = [unit["text"] for unit in result.units() if unit["p2c"] < 0.5]
    return result.scores[0]["p2c"], f"Missing: {'; '.join(missing) or 'none'}"
