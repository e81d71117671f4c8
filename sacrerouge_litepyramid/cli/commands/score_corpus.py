"""`score-corpus`: scores a corpus that is too large for memory; a stopped run is resumed."""

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.scale.score_corpus import score_corpus

EXAMPLE = r"""sacrerouge-litepyramid score-corpus corpus.parquet \
    --output scores.parquet --metric lite3pyramid"""
COMMAND = Command(score_corpus)
