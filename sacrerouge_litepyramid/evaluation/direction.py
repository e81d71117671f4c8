"""Asks whether a lower human score is the better one, where its name or negative correlations suggest it."""

from collections.abc import Iterable, Iterator

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow
from sacrerouge_litepyramid.io.metrics import NEGATED
from sacrerouge_litepyramid.io.table_columns import IS_LOWER_BETTER

#: if all correlations are negative, and one is below this, the human scores may be in the other direction
MAX_REVERSED = -0.5


def ask_direction(human: str, rows: Iterable[AgreementRow]) -> Iterator[str]:
    """Yield the question whether a lower human score is better, if its name suggests it or its correlations do.

    ``rows``: the correlations of one metric or more, of all levels. There is no question about negated scores.
    """
    pearson = [row.estimate.value for row in rows if row.coefficient == "pearson"]
    known = [value for value in pearson if not np.isnan(value)]
    is_reversed = max(known, default=0) < 0 and min(known) < MAX_REVERSED
    if IS_LOWER_BETTER(human) or (is_reversed and not human.endswith(NEGATED)):
        remedy = name_argument("lower_is_better", [human])
        yield f"Is a lower {human} better? If so, pass {remedy}; if not, a negative r means a wrong order of the systems."
