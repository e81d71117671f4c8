"""Check human judgements before a presence model is trained on them."""

from collections.abc import Sequence

from sacrerouge_litepyramid.core.judgements import Judged


def check_judged(examples: Sequence[Judged], soft: bool = False) -> None:
    """Raise ValueError without examples, for a label that is not 0 or 1, or where labels and units differ in number.

    ``soft``: allow labels between 0 and 1.
    """
    if not examples:
        raise ValueError("examples is empty; give at least one judged summary")
    for example in examples:
        where = f"instance {example.instance_id!r}, system {example.summarizer_id!r}"
        if len(example.labels) != len(example.units):
            raise ValueError(f"{where}: {len(example.labels)} labels for {len(example.units)} units")
        wrong = [label for label in example.labels if not (0 <= label <= 1 if soft else label in (0, 1))]
        if wrong:
            raise ValueError(f"{where}: a label must be 0 or 1, not {wrong[0]!r}")
