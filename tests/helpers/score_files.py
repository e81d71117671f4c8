"""What SacreROUGE's command `score` writes, without its parser, which takes two seconds to
build.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sacrerouge.commands.score import save_score_results, score_instances
from sacrerouge.data.dataset_readers import DatasetReader
from sacrerouge.metrics import Metric

from helpers.support import read_lines


def score_files(
    metric: Metric, reader: DatasetReader, inputs: Sequence[Path], output: Path
) -> list[Any]:
    """Score the summaries of the files with a metric, write the scores, and return their lines."""
    scores = score_instances(reader.read(*map(str, inputs)), [metric])
    save_score_results(scores, str(output), True)
    return read_lines(output)
