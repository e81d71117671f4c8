"""Fact checkers that published models are known as: the input and the outputs that their authors' code has."""

from collections.abc import Mapping
from typing import Any

_MINICHECK = {"labels": ("not_entailment", "entailment"), "passages": 400}
_T5 = {"labels": ("1", "0"), "first_token": True}

#: judge → the model's name in lower case → settings.
#: MiniCheck (Tang et al. 2024): github.com/Liyan06/MiniCheck; Bespoke-MiniCheck is its 7B model, here as Ollama has it.
#: FactCG (Lei et al. 2025): github.com/derenlei/FactCG, whose passages have 550 words rather than tokens.
#: HHEM 1.0 (Vectara 2023): later versions need code from the hub. TRUE (Honovich et al. 2022): t5_xxl_true_nli_mixture.
CHECKERS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "nli": {
        "lytang/minicheck-roberta-large": {**_MINICHECK, "template": "{summary}</s>{unit}", "max_length": 512},
        "lytang/minicheck-deberta-v3-large": {**_MINICHECK, "template": "{summary}[SEP]{unit}", "max_length": 2048},
        "yaxili96/factcg-deberta-v3-large": {
            **_MINICHECK,
            "template": "{summary}\n\nChoose your answer: based on the paragraph above can we conclude that "
            '"{unit}"?\n\nOPTIONS:\n- Yes\n- No\nI think the answer is ',
            "max_length": 2048,
            "passages": 550,
        },
        "vectara/hallucination_evaluation_model": {
            "revision": "hhem-1.0-open",
            "labels": ("entailment",),
            "max_length": 512,
            "passages": 400,
        },
    },
    "generative": {
        "lytang/minicheck-flan-t5-large": {**_T5, "prompt": "predict: {summary}</s>{unit}", "passages": 500},
        "google/t5_xxl_true_nli_mixture": {**_T5, "prompt": "premise: {summary} hypothesis: {unit}"},
    },
    "endpoint": {"bespoke-minicheck": {"template": "Document: {summary}\nClaim: {unit}", "raw": True}},
}


def apply_preset(judge: str, model: str, **given: Any) -> dict[str, Any]:
    """Return a judge's settings: those given, else the checker's of this name, else None.

    Raises ValueError for a checker of another judge.
    """
    name = model.casefold().partition(":")[0]
    preset = CHECKERS[judge].get(name)
    others = [other for other in CHECKERS if preset is None and "/" in name and name in CHECKERS[other]]
    if others:
        raise ValueError(f'the model {model!r} is not for the judge {judge!r}; use "type": "{others[0]}"')
    return {key: (preset or {}).get(key) if value is None else value for key, value in given.items()}
