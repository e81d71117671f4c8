"""Requirements of a pipeline: a command's exit status says whether its result is what was required."""

from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.evaluation.requirements import FAILS, HOLDS, UNDECIDED, Decision

#: the exit status by what became of a requirement
STATUSES = {HOLDS: 0, FAILS: 3, UNDECIDED: 4}


def add_decision(result: CommandResult, decision: Decision) -> CommandResult:
    """Return a result that ends with a decision, and has its exit status."""
    return result._replace(
        text=f"{result.text}\n\n{decision}",
        data={**result.data, "required": decision._asdict()},
        status=STATUSES[decision.outcome],
    )
