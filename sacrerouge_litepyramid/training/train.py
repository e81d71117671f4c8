"""The commands `train nli` and `train coherence`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.documents import read_articles
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.io.labels import LABEL_FILES, read_labelled_folder
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.metrics.ffci.coherence import pair_features
from sacrerouge_litepyramid.metrics.ffci.next_sentence import UntrainedNextSentence
from sacrerouge_litepyramid.registry import construct, explain_unknown_name, parameters
from sacrerouge_litepyramid.training.coherence import (
    CoherenceSettings,
    finetune_coherence,
    fit_logistic,
    format_pair_figures,
    measure_pair_figures,
)
from sacrerouge_litepyramid.training.coherence_pairs import MAX_PAIRS, PROPORTIONS, make_examples
from sacrerouge_litepyramid.training.finetuning import Figures, Finetuned
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings
from sacrerouge_litepyramid.training.nli import finetune_nli, format_label_figures
from sacrerouge_litepyramid.training.trainable import Split, split_by_fold


class Provenance(NamedTuple):
    """The training data's name and licence, which the model stores and signatures show."""

    source: str | None = None
    licence: str | None = None

    def list_known(self) -> dict[str, str]:
        """Return the facts that are not empty."""
        return {name: value for name, value in self._asdict().items() if value}


class PairData(NamedTuple):
    """The data of next-sentence models."""

    # the largest number of pairs, half of which are wrong
    pairs: int = MAX_PAIRS
    # draws the pairs and their parts
    seed: int = 0


def train_nli(
    folder: str | Path,
    *,
    model: str | Path,
    output_dir: str | Path,
    folds: str | Path | None = None,
    fold: int | None = None,
    by: Literal["documents", "systems"] = "documents",
    settings: Mapping[str, Any] | None = None,
) -> Written:
    """Finetune an NLI model to annotators' labels.

    The same command goes on with a run that was stopped.

    Args:
        folder: a folder with summaries.jsonl, scus.jsonl and labels.jsonl.
        model: the initial NLI model: hub name or folder.
        output_dir: the folder of the finetuned model.
        folds: folds.json; one of its folds is held out, the others are for training.
        fold: the fold to hold out, from 1.
        by: whether the folds consist of documents or systems.
        settings: other settings, with their defaults: learning_rate (1e-5: the highest of AdamW),
            epochs (2), batch_size (32 pairs in a step), gradient_accumulation (1), seed (0: of the
            order of the pairs and of dropout), source and licence of the data, and those of the
            judge: revision, labels, max_length (400), precision (auto), device (auto).
    """
    kinds = (FinetuneSettings, NliJudge, Provenance)
    finetuning, start, provenance = read_settings(kinds, settings, {"model": str(model)})
    labelled = read_labelled_folder(folder)
    facts = {"files": ", ".join(LABEL_FILES), **provenance.list_known()}
    split = Split(labelled, [])
    if folds is not None and fold is not None:
        split = split_by_fold(labelled, read_folds(folds, by), fold, by)
        facts["held out"] = f"fold {fold} by {by} of {Path(folds).name}"
    elif folds is not None or fold is not None:
        names = f"{name_argument('folds')} and {name_argument('fold')}"
        raise ValueError(
            f"{names} need each other; pass the file and the number of the fold to hold out, or "
            "neither"
        )
    facts["program"] = f"version {__version__}"
    outcome = finetune_nli(split.training, start, output_dir, finetuning, split.held_out, facts)
    return _describe_outcome(outcome, format_label_figures)


def train_coherence(
    *,
    documents: str | Path,
    output: str | Path | None = None,
    model: str | Path | None = None,
    output_dir: str | Path | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Written:
    """Fit the logistic next-sentence model to documents, or finetune a transformers model.

    The same command goes on with a finetuning that was stopped.

    Args:
        documents: JSON Lines of {"instance_id", "sentences": [...]}, or summaries.jsonl with
            documents.
        output: where to write the weights of the logistic model (JSON).
        model: the encoder to finetune, such as google-bert/bert-base-uncased: hub name or folder.
        output_dir: the folder of the finetuned model.
        settings: other settings, with their defaults: pairs (at most 100000, half of them wrong),
            seed (0: of the pairs and their parts, and of finetuning), source and licence of the
            data, and for finetuning learning_rate (5e-5: the highest of AdamW), epochs (20),
            batch_size (40 pairs in a step), gradient_accumulation (1), patience (5 epochs without a
            better validation accuracy), and those of the model: revision, labels, max_length (256),
            precision (auto), device (auto).
    """
    if model is not None and output_dir is not None and output is None:
        kinds = (CoherenceSettings, UntrainedNextSentence, PairData, Provenance)
        finetuning, start, data, provenance = read_settings(kinds, settings, {"model": str(model)})
        pairs = make_examples(read_articles(documents), *data)
        facts = _describe_pairs(documents, data, provenance)
        outcome = finetune_coherence(pairs, start, output_dir, finetuning, facts)
        return _describe_outcome(outcome, format_pair_figures)
    if model is None and output_dir is None and output is not None:
        return _fit_logistic(documents, output, settings)
    finetuned = f"{name_argument('model')} and {name_argument('output_dir')}"
    raise ValueError(
        f"pass {name_argument('output')} to fit the logistic model, or {finetuned} to finetune a "
        "model"
    )


def _fit_logistic(
    documents: str | Path, output: str | Path, settings: Mapping[str, Any] | None
) -> Written:
    """Fit the logistic model, write it, and return its figures."""
    data, provenance = read_settings((PairData, Provenance), settings)
    splits = make_examples(read_articles(documents), *data)
    weights = fit_logistic(splits.training)
    facts = _describe_pairs(documents, data, provenance)
    weights = replace(weights, provenance={**facts, **weights.provenance})
    weights.save(str(output))
    figures = {}
    for name, examples in splits._asdict().items():
        features = pair_features([example.pair for example in examples])
        figures[name] = measure_pair_figures(examples, weights.probabilities(features))._asdict()
    return Written(Path(output), [format_pair_figures(figures, title="part")])


def read_settings(
    kinds: Sequence[Callable[..., Any]],
    settings: Mapping[str, Any] | None,
    options: Mapping[str, Any] | None = None,
) -> list[Any]:
    """Build an object of each of the kinds from settings and options.

    Raises ValueError if a setting is unknown, or if a kind rejects a value.
    """
    where = name_argument("settings")
    settings = settings or {}
    options = options or {}
    names_by_kind = [{parameter.name for parameter in parameters(kind)} for kind in kinds]
    known = set().union(*names_by_kind).difference(options)
    for name in settings:
        if name not in known:
            raise ValueError(explain_unknown_name(f"{where}: the key", name, known))
    values = {**options, **settings}
    built = []
    for kind, names in zip(kinds, names_by_kind, strict=True):
        of_kind = {name: value for name, value in values.items() if name in names}
        built.append(construct(kind, of_kind, where))
    return built


def _describe_pairs(
    documents: str | Path, data: PairData, provenance: Provenance
) -> dict[str, str]:
    """Return the facts about the training data that the model records.

    The file is named without its folder.
    """
    return {
        **provenance.list_known(),
        "documents": Path(documents).name,
        "negatives": ", ".join(f"{kind}={share:g}" for kind, share in PROPORTIONS.items()),
        "pairs_seed": str(data.seed),
        "program": f"version {__version__}",
    }


def _describe_outcome(outcome: Finetuned, format_figures: Callable[[Figures], str]) -> Written:
    lines = [format_figures(outcome.figures)] if outcome.figures else []
    return Written(outcome.folder, [*lines, f"{outcome.folder}: finished"])
