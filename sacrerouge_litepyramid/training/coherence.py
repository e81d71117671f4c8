"""Finetune a next-sentence classifier (Koto, Baldwin and Lau, JAIR 2022)."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.ffci.coherence.next_sentence import (
    NextSentenceCoherence,
    UntrainedNextSentence,
    next_probabilities,
)
from sacrerouge_litepyramid.storage.files import atomic_write
from sacrerouge_litepyramid.training.coherence_card import model_card
from sacrerouge_litepyramid.training.coherence_pairs import Splits
from sacrerouge_litepyramid.training.coherence_settings import CoherenceSettings
from sacrerouge_litepyramid.training.coherence_validation import next_sentence_figures
from sacrerouge_litepyramid.training.finetuning import (
    Finetuned,
    PairTask,
    Predict,
    Selection,
    check_installed,
    check_start,
    finetune_pairs,
)
from sacrerouge_litepyramid.training.finetuning_run import RunFolder
from sacrerouge_litepyramid.training.finetuning_settings import Interruption
from sacrerouge_litepyramid.training.wrong_pairs import Example


def finetune_coherence(
    splits: Splits,
    start: UntrainedNextSentence,
    output_dir: str | Path,
    settings: CoherenceSettings | None = None,
    interruption: Interruption | None = None,
    about_data: Mapping[str, Any] | None = None,
) -> Finetuned:
    """Finetune a model and write a checkpoint folder, which any program reads, with a model card.

    The epoch with the best accuracy on the validation pairs is kept, the first of equal ones; the figures
    are `NextSentenceFigures` by epoch, and "test". A run that is stopped at any step and resumed on the same machine
    ends with the same weights. Raises ValueError for an output folder that holds something else.
    """
    check_installed()
    check_start(start)
    settings, interruption = settings or CoherenceSettings(), interruption or Interruption()
    run = RunFolder(output_dir, run_settings(start, settings, splits))
    run.open(interruption.resume)
    if not run.finished:
        task = pair_task(splits.training, splits.validation, settings.patience)
        if not finetune_pairs(task, start, settings, interruption, run):
            return Finetuned(run.folder, False, run.figures)
        run.keep_figures("test", _measure_test(run, start, splits.test))
        facts = {**(about_data or {}), **_describe_parts(splits)}
        card = model_card(run.folder.resolve().name, run.settings, facts, run.figures)
        with atomic_write(run.folder / "README.md") as out:
            out.write(card)
        run.finish({"data": facts})
    return Finetuned(run.folder, True, run.figures)


def run_settings(start: UntrainedNextSentence, settings: CoherenceSettings, splits: Splits) -> dict[str, Any]:
    """Return everything that decides the final weights and the figures, JSON-ready."""
    return {**start.identity(), **asdict(settings), "examples": digest(splits)}


def pair_task(training: Sequence[Example], validation: Sequence[Example], patience: int) -> PairTask:
    def figures(predict: Predict) -> dict[str, Any]:
        logits = predict([example.pair for example in validation])
        return next_sentence_figures(validation, next_probabilities(logits))._asdict()

    pairs, labels = [example.pair for example in training], [example.label for example in training]
    return PairTask(pairs, labels, figures, Selection("accuracy", patience))


def digest(splits: Splits) -> str:
    """Return a digest of sets of examples: of their texts, kinds, instances and order."""
    return "sha256:" + hashlib.sha256(json.dumps(splits).encode()).hexdigest()[:32]


def _measure_test(run: RunFolder, start: UntrainedNextSentence, test: Sequence[Example]) -> dict[str, Any]:
    """Return the figures of the model in the folder, in the precision that it was trained in."""
    model = NextSentenceCoherence(
        str(run.folder), max_length=start.max_length, precision=run.settings["precision"], device=start.placement.device
    )
    return next_sentence_figures(test, model.score([example.pair for example in test]))._asdict()


def _describe_parts(splits: Splits) -> dict[str, Any]:
    """Describe each part: its numbers of pairs, by kind, and of instances."""
    counts = {}
    for name, examples in splits._asdict().items():
        kinds = ", ".join(f"{kind} {count}" for kind, count in Counter(each.kind for each in examples).items())
        instances = len({instance for each in examples for instance in (each.first, each.second)})
        counts[name] = f"{len(examples)} pairs ({kinds}) of {instances} instances"
    return counts
