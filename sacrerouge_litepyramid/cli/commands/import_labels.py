"""`import-labels`: converts annotators' votes to labels.jsonl and metrics.jsonl, and measures their agreement."""

from sacrerouge_litepyramid.annotation.label_import import import_labels
from sacrerouge_litepyramid.cli.binder import Command

EXAMPLE = r"""sacrerouge-litepyramid import-labels data/mine \
    --forms votes-ann.json votes-bob.json votes-cem.json --output-dir gold"""
COMMAND = Command(import_labels)
