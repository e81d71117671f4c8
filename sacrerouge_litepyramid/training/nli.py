"""Finetune an NLI model to human presence labels (Zhang and Bansal 2021, section 3.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.presence.nli import NliPresence
from sacrerouge_litepyramid.storage.files import atomic_write
from sacrerouge_litepyramid.training.finetuning import (
    Finetuned,
    PairTask,
    Predict,
    check_installed,
    check_start,
    finetune_pairs,
)
from sacrerouge_litepyramid.training.finetuning_run import RunFolder
from sacrerouge_litepyramid.training.finetuning_settings import FinetuneSettings, Interruption
from sacrerouge_litepyramid.training.judged import check_judged
from sacrerouge_litepyramid.training.nli_card import model_card
from sacrerouge_litepyramid.training.nli_pairs import collect_pairs, digest
from sacrerouge_litepyramid.training.nli_validation import validate


def finetune(
    examples: Sequence[Judged],
    start: NliPresence,
    output_dir: str | Path,
    settings: FinetuneSettings | None = None,
    held_out: Sequence[Judged] = (),
    interruption: Interruption | None = None,
    about_data: Mapping[str, Any] | None = None,
) -> Finetuned:
    """Finetune ``start``, keeping its labels, length and precision, and write a checkpoint folder with a model card.

    Weights are kept in fp32, a precision of bf16 or fp16 is that of the arithmetic. A run that is stopped at any step
    and resumed on the same machine ends with the same weights. ``held_out``: judgements for the figures of each epoch
    (`Validation`); ``about_data``: for the model card. Raises ValueError for wrong judgements, or an output folder that
    holds something else; seeds the global random generators.
    """
    check_installed()
    check_start(start)
    settings, interruption = settings or FinetuneSettings(), interruption or Interruption()
    check_judged(examples)
    if held_out:
        check_judged(held_out)
    data = collect_pairs(examples)
    if len(set(data.labels)) < 2:
        raise ValueError("the labels are all alike; give units that are present and units that are absent")
    run = RunFolder(output_dir, run_settings(start, settings, examples, held_out))
    run.open(interruption.resume)
    if not run.finished:
        task = PairTask(data.pairs, data.labels, _validation(held_out))
        if not finetune_pairs(task, start, settings, interruption, run):
            return Finetuned(run.folder, False, run.figures)
        facts = {**(about_data or {}), "examples": len({each.instance_id for each in examples}),
                 "summaries": len(examples), "pairs": len(data.pairs)}  # fmt: skip
        card = model_card(run.folder.resolve().name, run.settings, facts, run.figures)
        with atomic_write(run.folder / "README.md") as out:
            out.write(card)
        run.finish({"data": facts})
    return Finetuned(run.folder, True, run.figures)


def run_settings(
    start: NliPresence, settings: FinetuneSettings, examples: Sequence[Judged], held_out: Sequence[Judged]
) -> dict[str, Any]:
    """Return everything that decides the final weights and the figures, JSON-ready."""
    return {
        **start.identity(),
        **asdict(settings),
        "judgements": digest(examples),
        "held_out": digest(held_out) if held_out else None,
    }


def _validation(held_out: Sequence[Judged]) -> Any:
    def figures(predict: Predict) -> dict[str, Any]:
        return validate(held_out, predict)._asdict()

    return figures if held_out else None
