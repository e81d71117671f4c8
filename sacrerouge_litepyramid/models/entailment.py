"""Map an NLI model's outputs, by their label names, to the columns that `core.probabilities` expects."""

import re
from collections.abc import Mapping, Sequence, Set

THREE_CLASSES = ("entailment", "neutral", "contradiction")
TWO_CLASSES = ("entailment", "not_entailment")

#: meaning → the label names seen in published models, in lower case with single underscores
NAMES = {
    "entailment": {"entailment", "entail", "entails", "entailed", "support", "supports", "supported", "present"},
    "neutral": {"neutral", "not_enough_info", "not_enough_information", "nei"},
    "contradiction": {"contradiction", "contradict", "contradicts", "contradictory", "refute", "refutes", "refuted"},
    "not_entailment": {"not_entailment", "non_entailment", "no_entailment", "not_entailed", "not_supported"}
    | {"unsupported", "not_present", "absent"},
}

#: The authors' code takes output 0 of these publishers' NLI models as entailment (1 neutral, 2 contradiction).
PUBLISHERS_OF_RELEASED_MODELS = ("shiyue/", "ynie/")


def label_columns(labels: Sequence[str]) -> tuple[int, ...]:
    """Return the outputs' indices in the order (entailment, neutral, contradiction), or (entailment, not_entailment).

    ``labels``: the label of each output, in any case. Raises ValueError naming labels that are not exactly these.
    """
    for order in (THREE_CLASSES, TWO_CLASSES):
        if columns := columns_in_order(labels, order, NAMES):
            return columns
    raise ValueError(
        f"the model's labels {list(labels)} do not say which output is which; give the argument labels: for each "
        f"output, in order, one of {', '.join(THREE_CLASSES)} (or of {', '.join(TWO_CLASSES)}), as the model's page "
        f'states it, for example "labels": {_as_json(THREE_CLASSES)}'
    )


def columns_in_order(
    labels: Sequence[str], order: Sequence[str], names: Mapping[str, Set[str]]
) -> tuple[int, ...] | None:
    """Return the outputs' indices in the order of their meanings, or None when the labels do not mean exactly these.

    ``names``: meaning → label names, in lower case with single underscores.
    """
    meanings = [_meaning(label, names) for label in labels]
    return tuple(meanings.index(meaning) for meaning in order) if sorted(meanings) == sorted(order) else None


def labels_of_released_model(model: str, labels: Sequence[str]) -> Sequence[str]:
    """Return the labels, or the authors' order where a released three-class model left its outputs unnamed."""
    if is_unnamed(labels) and len(labels) == len(THREE_CLASSES) and model.startswith(PUBLISHERS_OF_RELEASED_MODELS):
        return THREE_CLASSES
    return labels


def is_unnamed(labels: Sequence[str]) -> bool:
    """Return whether the labels are the placeholders of transformers ("LABEL_0")."""
    return all(re.fullmatch(r"label_\d+", label.lower()) for label in labels)


def _meaning(label: str, names: Mapping[str, Set[str]]) -> str:
    name = re.sub(r"[\W_]+", "_", label.strip().lower()).strip("_")
    return next((meaning for meaning, known in names.items() if name in known), "unknown")


def _as_json(labels: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{label}"' for label in labels) + "]"
