"""Asks whether a lower score is the better one, where its name or a negative correlation suggests it."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow
from sacrerouge_litepyramid.io.metrics import NEGATED
from sacrerouge_litepyramid.io.table_columns import is_named_lower_better

#: the correlation below which one of the two scores may be lower for a better summary
MAX_REVERSED = -0.5


def ask_direction(human: str, metric: str, rows: Sequence[AgreementRow]) -> str:
    """Return the question whether a lower human score, or a lower metric, is better; "" if nothing suggests it.

    ``rows``: the metric's correlations with the human score; with too few systems, those over summaries count.
    """
    pearson = {row.level: row.estimate for row in rows if row.coefficient == "pearson"}
    defined = [pearson[level] for level in ("system", "global") if level in pearson]
    estimate = next((estimate for estimate in defined if not np.isnan(estimate.value)), None)
    # The interval over summaries is unknown (NaN).
    is_reversed = estimate is not None and estimate.value < MAX_REVERSED and not estimate.high >= 0
    is_aligned = estimate is not None and estimate.low > 0
    named = [name for name in (human, metric) if is_named_lower_better(name)]
    target = named[0] if named else human
    if target.endswith(NEGATED) or is_aligned or not (named or is_reversed):
        return ""
    remedy = name_argument("lower_is_better", target)
    question = f"Is a lower {target} better? If so, pass {remedy}"
    return f"{question}; if not, {metric} does not rank the systems as human scores do." if is_reversed else f"{question}."
