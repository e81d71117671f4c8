"""`report`: scores, unit evidence and labels as one HTML file to open in a browser."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.reporting import write_report

EXAMPLE = "sacrerouge-litepyramid report out/mine"
COMMAND = Command(write_report)
