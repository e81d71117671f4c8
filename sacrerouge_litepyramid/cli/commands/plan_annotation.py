"""`plan-annotation`: chooses the sentences of new references that need SCUs, and writes a form for them."""

from sacrerouge_litepyramid.annotation.annotation_plan import plan_annotation
from sacrerouge_litepyramid.cli.binder import Command

EXAMPLE = r"""sacrerouge-litepyramid plan-annotation --references summaries.jsonl \
    --minutes 480 --pace 20 --output-dir plan"""
COMMAND = Command(plan_annotation, python_only=("curves",))
