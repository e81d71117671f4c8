"""Annotators' labels to train on: check them, and split them into training and held-out ones."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary


def check_labels(examples: Sequence[LabelledSummary], soft: bool = False) -> None:
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


class Split(NamedTuple):
    training: list[LabelledSummary]
    held_out: list[LabelledSummary]


def split_by_fold(
    examples: Sequence[LabelledSummary], folds: Sequence[Sequence[str]], fold: int, by: str = "examples"
) -> Split:
    """Hold out a fold, counted from 1, and train on the others; ``by``: examples or systems.

    Names in no fold are left out. Raises ValueError for an unknown fold, names that were not judged, or a name in two
    folds.
    """
    if not 1 <= fold <= len(folds):
        raise ValueError(f"fold must be from 1 to {len(folds)}, the number of folds by {by}, not {fold}")
    held = set(folds[fold - 1])
    others = {name for number, names in enumerate(folds, start=1) if number != fold for name in names}
    known = {_name(example, by) for example in examples}
    if unknown := (held | others) - known:
        raise ValueError(f"folds by {by} name {len(unknown)} without judgements, one is {min(unknown)!r}")
    if twice := held & others:
        raise ValueError(f"folds by {by} name {min(twice)!r} twice; each belongs to one fold")
    if not held or not others:
        raise ValueError(f"fold {fold} by {by} leaves nothing to train on or holds nothing out; give two folds or more")
    return _split_names(examples, others, held, by)


def split_by_share(examples: Sequence[LabelledSummary], share: float, seed: int = 0) -> Split:
    """Hold out a share of the examples (instances), drawn by the seed, but at least one."""
    if not 0 < share < 1:
        raise ValueError(f"validation_share must be between 0 and 1, not {share}")
    names = sorted({example.instance_id for example in examples})
    count = max(1, round(share * len(names)))
    if count >= len(names):
        raise ValueError(f"validation_share {share} leaves none of {len(names)} examples to train on")
    shuffled = [str(name) for name in np.random.default_rng(seed).permutation(names)]
    return _split_names(examples, set(shuffled[count:]), set(shuffled[:count]), "examples")


def _split_names(examples: Sequence[LabelledSummary], training: set[str], held: set[str], by: str) -> Split:
    return Split(
        [example for example in examples if _name(example, by) in training],
        [example for example in examples if _name(example, by) in held],
    )


def _name(example: LabelledSummary, by: str) -> str:
    return example.instance_id if by == "examples" else example.summarizer_id
