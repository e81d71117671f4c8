"""In pytest: a failure names the facts that the answer does not state."""

from facts import ANSWER, FACTS, check_facts


def test_the_answer_states_the_facts() -> None:
    share, missing = check_facts(ANSWER, FACTS)
    assert share >= 0.8, missing
