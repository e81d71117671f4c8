"""The question whether a lower score is better, asked if a name or the correlations suggest it."""

from collections.abc import Iterator, Sequence

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.metrics import NEGATED
from sacrerouge_litepyramid.io.table_columns import IS_LOWER_BETTER
from sacrerouge_litepyramid.meta_evaluation.records import LEVELS, MetricAgreement
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning

#: if all correlations are negative, and one is below this, the human scores may be in the other
#: direction
MAX_REVERSED = -0.5


def ask_direction(human: str, measured: Sequence[MetricAgreement]) -> Iterator[ResultWarning]:
    """Yield the question whether a lower score is better, if there is a reason to ask.

    There is no question about negated scores.
    """
    known = []
    for row in measured:
        known += [r.value for r in map(row.find_r, LEVELS) if r is not None]
    is_reversed = max(known, default=0) < 0 and min(known) < MAX_REVERSED
    name = next(filter(IS_LOWER_BETTER, [human, *(row.metric for row in measured)]), "")
    if is_reversed and not human.endswith(NEGATED):
        name = name or human
    if name:
        remedy = name_argument("lower_is_better", [name])
        text = (
            f"Is a lower {name} better? If so, pass {remedy}; if not, a score with r < 0 does "
            "not rank the systems."
        )
        yield ResultWarning(Kind.UNKNOWN_DIRECTION, text)
