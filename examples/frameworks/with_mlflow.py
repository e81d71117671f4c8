"""In MLflow: a scorer over `expectations["expected_facts"]`, the key that MLflow's own judges
read.
"""

import mlflow
from facts import ANSWER, FACTS, check_facts
from mlflow.entities import Feedback
from mlflow.genai.scorers import scorer


@scorer
def expected_facts(outputs: str, expectations: dict) -> Feedback:
    share, missing = check_facts(outputs, expectations["expected_facts"])
    return Feedback(value=share, rationale=missing)


data = [
    {
        "inputs": {"question": "What happened in the harbour?"},
        "outputs": ANSWER,
        "expectations": {"expected_facts": FACTS},
    }
]
result = mlflow.genai.evaluate(data=data, scorers=[expected_facts])
print(f"{result.metrics['expected_facts/mean']:.3f}")
