"""`make-label-form`: writes forms, one per annotator, to mark the units that a summary states."""

from sacrerouge_litepyramid.annotation.label_forms import make_label_forms
from sacrerouge_litepyramid.cli.binder import Command

EXAMPLE = "sacrerouge-litepyramid make-label-form data/mine --annotators ann bob cem"
COMMAND = Command(make_label_forms)
