"""`extract-units`: extracts units from distinct references; a stopped run is resumed."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.extraction.unit_files import write_extracted_units

EXAMPLE = r"""sacrerouge-litepyramid extract-units --references summaries.jsonl \
    --output stus.jsonl"""
COMMAND = Command(write_extracted_units, cache="units.sqlite")
