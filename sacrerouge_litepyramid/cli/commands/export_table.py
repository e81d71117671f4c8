"""`export-table`: scores, or the evidence behind them, as a table."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.io.table_files import export_table

EXAMPLE = "sacrerouge-litepyramid export-table out/mine --output scores.csv"
COMMAND = Command(export_table)
