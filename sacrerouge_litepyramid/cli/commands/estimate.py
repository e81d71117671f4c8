"""`estimate`: systems' scores from a judge's probabilities of all units and labels of some."""

from sacrerouge_litepyramid.annotation.sampling.estimation import estimate
from sacrerouge_litepyramid.cli.binder import Command

EXAMPLE = "sacrerouge-litepyramid estimate demo"
COMMAND = Command(estimate, python_only=("measure", "seed"))
