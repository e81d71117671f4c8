"""Asks whether a lower score is the better one, where its name or negative correlations suggest it."""

from collections.abc import Iterator, Sequence

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow
from sacrerouge_litepyramid.io.metrics import NEGATED
from sacrerouge_litepyramid.io.table_columns import IS_LOWER_BETTER

#: if all correlations are negative, and one is below this, the human scores may be in the other direction
MAX_REVERSED = -0.5


def ask_direction(human: str, rows: Sequence[AgreementRow]) -> Iterator[str]:
    """Yield the question whether a lower score is better, the human one or a metric, if there is a reason to ask.

    ``rows``: the correlations of one metric or more, of all levels. There is no question about negated scores.
    """
    pearson = [row.estimate.value for row in rows if row.coefficient == "pearson"]
    known = [value for value in pearson if not np.isnan(value)]
    is_reversed = max(known, default=0) < 0 and min(known) < MAX_REVERSED
    name = next(filter(IS_LOWER_BETTER, [human, *(row.metric for row in rows)]), "")
    if is_reversed and not human.endswith(NEGATED):
        name = name or human
    if name:
        remedy = name_argument("lower_is_better", [name])
        yield f"Is a lower {name} better? If so, pass {remedy}; if not, a score with r < 0 does not rank the systems."
