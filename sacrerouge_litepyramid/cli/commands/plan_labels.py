"""`plan-labels`: chooses the units of summaries that annotators label, and projects the errors of the estimates."""

from sacrerouge_litepyramid.annotation.sampling.planning import plan_labels
from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.io.evaluation_folder import PLAN

EXAMPLE = r"""sacrerouge-litepyramid plan-labels out/mine --compare copy-key paraphrase \
    --width 0.3"""
COMMAND = Command(
    plan_labels,
    python_only=("measure",),
    in_folder={"output": PLAN},
    show=lambda found, given: CommandResult(f"{found}\n{given['output']}", found.to_dict()),
)
