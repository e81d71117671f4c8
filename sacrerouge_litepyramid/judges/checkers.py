"""Settings of known fact checkers: how a pair is written, a text divided, and an output read."""

from collections.abc import Mapping
from typing import Any

_MINICHECK = {"labels": ["not_entailment", "entailment"], "max_length": 2048, "passages": 400}
_HHEM = {"revision": "hhem-1.0-open", "labels": ["entailment"], "max_length": 512, "passages": 400}
_T5 = {"labels": ["1", "0"], "first_token": True}
_FACTCG = (
    "{summary}\n\nChoose your answer: based on the paragraph above can we conclude that "
    '"{unit}"?\n\nOPTIONS:\n- Yes\n- No\nI think the answer is '
)

#: the settings by judge and by the model's name in lower case
CHECKERS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "nli": {
        # MiniCheck: Tang et al. 2024.
        "lytang/minicheck-roberta-large": {
            **_MINICHECK,
            "template": "{summary}</s>{unit}",
            "max_length": 512,
        },
        "lytang/minicheck-deberta-v3-large": {**_MINICHECK, "template": "{summary}[SEP]{unit}"},
        # Lei et al. 2025.
        "yaxili96/factcg-deberta-v3-large": {**_MINICHECK, "template": _FACTCG, "passages": 550},
        # Later versions of HHEM run code from the hub.
        "vectara/hallucination_evaluation_model": _HHEM,
    },
    "generative": {
        "lytang/minicheck-flan-t5-large": {
            **_T5,
            "prompt": "predict: {summary}</s>{unit}",
            "passages": 500,
        },
        # TRUE: Honovich et al. 2022.
        "google/t5_xxl_true_nli_mixture": {
            **_T5,
            "prompt": "premise: {summary} hypothesis: {unit}",
        },
    },
    "endpoint": {
        # MiniCheck of 7B parameters, as Ollama has it.
        "bespoke-minicheck": {"template": "Document: {summary}\nClaim: {unit}", "raw": True}
    },
}
#: the smallest passage; checkers judge worse by single sentences, as facts often span several
MIN_PASSAGE = 32


def choose_settings(
    judge: str, model: str, settings: Mapping[str, Any], defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a judge's settings, with those of a known checker or the defaults in place of None.

    Raises ValueError if the checker belongs to another judge, or if passages would be single
    sentences.
    """
    name, _, _ = model.casefold().partition(":")
    preset = CHECKERS[judge].get(name, {})
    for other, presets in CHECKERS.items():
        if "/" in name and name in presets and not preset:
            raise ValueError(
                f'the model {model!r} is not for the judge {judge!r}; use "type": "{other}"'
            )
    given = {key: value for key, value in settings.items() if value is not None}
    chosen = {**dict.fromkeys(settings), **defaults, **preset, **given}
    words = chosen.get("passages")
    if words and words < MIN_PASSAGE:
        raise ValueError(
            f"passages must be at least {MIN_PASSAGE}, not {words}: a sentence is too short"
        )
    return chosen
