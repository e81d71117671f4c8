"""People's judgements as what a presence model is trained on."""

from collections.abc import Sequence

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.pairs import Group


def to_group(example: Judged) -> Group:
    return Group(example.summary, tuple(unit.text for unit in example.units))


def check_judged(examples: Sequence[Judged]) -> None:
    """ValueError where there is no example, a label is not 0 or 1, or there are not as many labels as units."""
    if not examples:
        raise ValueError("examples is empty; give at least one judged summary")
    for example in examples:
        where = f"instance {example.instance_id!r}, system {example.summarizer_id!r}"
        if len(example.labels) != len(example.units):
            raise ValueError(f"{where}: {len(example.labels)} labels for {len(example.units)} units")
        wrong = [label for label in example.labels if label not in (0, 1)]
        if wrong:
            raise ValueError(f"{where}: a label must be 0 or 1, not {wrong[0]!r}")
