"""`explain`: why a summary has its score, unit by unit, in the terminal."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.report.explain import explain

EXAMPLE = "sacrerouge-litepyramid explain out/mine harbour-fire terse"
COMMAND = Command(explain, positional=("document", "system"))
