"""`import-table`: summaries, units, labels and human scores from a table."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.io.table_files import import_table

EXAMPLE = r"""sacrerouge-litepyramid import-table judged.csv --output-dir data/table \
    --columns instance_id=article"""
COMMAND = Command(import_table)
