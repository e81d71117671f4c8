"""`import-annotation`: checks the SCUs of annotators for a plan and mixes them with the STUs of the other sentences."""

from sacrerouge_litepyramid.annotation.annotation_import import import_annotation
from sacrerouge_litepyramid.cli.binder import Command

EXAMPLE = r"""sacrerouge-litepyramid import-annotation --plan plan/plan.json \
    --references summaries.jsonl --forms units-ann.json units-bob.json \
    --output-dir annotated"""
COMMAND = Command(import_annotation)
