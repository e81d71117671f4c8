"""In Inspect: the targets of a sample are its facts."""

from facts import ANSWER, FACTS, check_facts
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver


@scorer(metrics=[mean(), stderr()])
def expected_facts() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        share, missing = check_facts(state.output.completion, list(target))
        return Score(value=share, explanation=missing)

    return score


@solver
def my_system() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content("my-system", ANSWER)
        return state

    return solve


sample = Sample(input="What happened in the harbour?", target=FACTS)
task = Task(dataset=[sample], solver=my_system(), scorer=expected_facts())
log = eval(task, model=None, display="none")[0]
print(f"{log.results.scores[0].metrics['mean'].value:.3f}")
