"""`mix-units`: Lite2.xPyramid's units, STUs for the easiest sentences of a data set and SCUs for the others."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.training.mixing import mix_units

EXAMPLE = r"""sacrerouge-litepyramid mix-units data/mine --percentage 50 \
    --output units.jsonl"""
COMMAND = Command(mix_units)
