"""`demo`: scores the sample with two metrics and correlates them with its human labels."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.demo import run_demo

EXAMPLE = "sacrerouge-litepyramid demo --output-dir demo"
COMMAND = Command(run_demo)
