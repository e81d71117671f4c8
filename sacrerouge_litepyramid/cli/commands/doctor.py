"""`doctor`: checks an installation."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.cli.installation import print_report

EXAMPLE = "sacrerouge-litepyramid doctor"
COMMAND = Command(print_report)
