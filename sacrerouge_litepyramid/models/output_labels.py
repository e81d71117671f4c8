"""What the outputs of a classifier mean, from the names of its labels."""

import json
import re
from collections.abc import Mapping, Sequence, Set
from typing import Any

THREE_CLASSES = ("entailment", "neutral", "contradiction")
TWO_CLASSES = ("entailment", "not_entailment")
ONE_CLASS = ("entailment",)

#: meaning → its names in published models, in lower case with single underscores
_LABEL_NAMES = {
    "entailment": {
        "entailment",
        "entail",
        "entails",
        "entailed",
        "support",
        "supports",
        "supported",
        "present",
    },
    "neutral": {"neutral", "not_enough_info", "not_enough_information", "nei"},
    "contradiction": {
        "contradiction",
        "contradict",
        "contradicts",
        "contradictory",
        "refute",
        "refutes",
        "refuted",
    },
    "not_entailment": {
        "not_entailment",
        "non_entailment",
        "no_entailment",
        "not_entailed",
        "not_supported",
        "unsupported",
        "not_present",
        "absent",
    },
}

#: The authors' code takes output 0 of these publishers' NLI models as entailment (1 neutral, 2
#: contradiction).
_PUBLISHERS_OF_RELEASED_MODELS = ("shiyue/", "ynie/")


def order_nli_outputs(labels: Sequence[str]) -> tuple[int, ...]:
    """Return a model's outputs in the order of THREE_CLASSES, TWO_CLASSES or ONE_CLASS.

    ``labels``: the label of each output, in upper or lower case. Raises ValueError if they match
    none of the three.
    """
    for order in (THREE_CLASSES, TWO_CLASSES, ONE_CLASS):
        if columns := order_outputs(labels, order, _LABEL_NAMES):
            return columns
    raise ValueError(
        f"the model's labels {list(labels)} do not say which output is which; pass the argument "
        f"labels: for each output, in order, one of {', '.join(THREE_CLASSES)} (or of "
        f"{', '.join(TWO_CLASSES)}; or entailment alone), "
        f'as the model\'s page states it, for example "labels": {json.dumps(THREE_CLASSES)}'
    )


def order_outputs(
    labels: Sequence[str], order: Sequence[str], names: Mapping[str, Set[str]]
) -> tuple[int, ...] | None:
    """Return the indices of a model's outputs in an order of meanings.

    Return None if the labels have other meanings. ``names``: meaning → label names, in lower case
    with single underscores.
    """
    meanings = [_find_meaning(label, names) for label in labels]
    if sorted(meanings) != sorted(order):
        return None
    return tuple(meanings.index(meaning) for meaning in order)


def _find_meaning(label: str, names: Mapping[str, Set[str]]) -> str:
    words = re.findall(r"[^\W_]+", label.lower())
    normalized = "_".join(words)
    for meaning, known in names.items():
        if normalized in known:
            return meaning
    return "unknown"


def name_released_labels(model: str, labels: Sequence[str]) -> Sequence[str]:
    """Return a model's labels.

    A released model with three unnamed outputs has those of THREE_CLASSES.
    """
    is_released = model.startswith(_PUBLISHERS_OF_RELEASED_MODELS)
    has_three = is_unnamed(labels) and len(labels) == len(THREE_CLASSES)
    return THREE_CLASSES if is_released and has_three else labels


def is_unnamed(labels: Sequence[str]) -> bool:
    """Return whether the labels are the placeholders of transformers ("LABEL_0")."""
    return all(re.fullmatch(r"label_\d+", label.lower()) for label in labels)


def list_configured_labels(config: Any) -> list[str]:
    """Return the label names of the outputs in a configuration of transformers, in their order."""
    return [str(config.id2label[index]) for index in sorted(config.id2label)]
