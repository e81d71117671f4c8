"""`agreement`: how far metrics, and judges unit by unit, agree with annotators on a whole set."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.evaluation.comparisons import agreement

EXAMPLE = "sacrerouge-litepyramid agreement out/mine --output agreement.json"
COMMAND = Command(agreement)
