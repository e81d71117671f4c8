"""The next-sentence model against transformers itself, and which output means what."""

import json

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs torch and transformers")
pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from sacrerouge_litepyramid.metrics.ffci.coherence import SentencePair
from sacrerouge_litepyramid.metrics.ffci.next_sentence import (
    NextSentenceCoherence,
    UntrainedNextSentence,
    next_probabilities,
)

PAIRS = [
    SentencePair(first, second) for first in miniature.TEXTS[:3] for second in miniature.TEXTS[2:]
]
NEXT_FIRST, NEXT_LAST, UNNAMED = ("next", "not_next"), ("not_next", "next"), ("LABEL_0", "LABEL_1")


@pytest.fixture(scope="module")
def save(tmp_path_factory):
    def saved(labels, kind="BertForSequenceClassification"):
        return str(miniature.save_bert(tmp_path_factory.mktemp("bert") / "mini", labels, kind))

    return saved


def model(folder, **settings):
    return NextSentenceCoherence(folder, **{"max_length": 128, "device": "cpu", **settings})


def plain(folder, column, kind):
    """P(column) of each pair alone, by transformers without this package."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    classifier = getattr(transformers, kind).from_pretrained(folder).eval()
    with torch.inference_mode():
        logits = [classifier(**tokenizer(*pair, return_tensors="pt")).logits[0] for pair in PAIRS]
    return torch.stack(logits).softmax(dim=1)[:, column].tolist()


@pytest.mark.parametrize(
    ("labels", "column"), [(NEXT_FIRST, 0), (NEXT_LAST, 1), (("Random", "IsNext"), 1)]
)
def test_a_sequence_classifier_says_by_its_labels_what_is_next(save, labels, column):
    folder = save(labels)
    found = model(folder).score(PAIRS)
    assert found == pytest.approx(plain(folder, column, "BertForSequenceClassification"), abs=1e-6)
    assert found.std() > 0.01


@pytest.mark.parametrize(
    "kind",
    ["BertForNextSentencePrediction", "BertForPreTraining"],
    ids=["finetuned", "as pretrained"],
)
def test_berts_own_head_needs_no_labels(save, kind):
    folder = save(UNNAMED, kind)
    expected = plain(folder, 0, "BertForNextSentencePrediction")
    assert model(folder).score(PAIRS) == pytest.approx(expected, abs=1e-6)
    assert model(folder).identity()["labels"] == ["next", "not_next"]


def test_labels_given_by_hand(save):
    folder = save(UNNAMED)
    with pytest.raises(
        ValueError,
        match=r"labels \['LABEL_0', 'LABEL_1'\] do not say which output is which; pass the",
    ):
        model(folder).score(PAIRS)
    forth, back = (
        model(folder, labels=list(labels)).score(PAIRS) for labels in (NEXT_FIRST, NEXT_LAST)
    )
    assert forth == pytest.approx(1 - back) and forth == pytest.approx(
        plain(folder, 0, "BertForSequenceClassification"), abs=1e-6
    )


@pytest.mark.parametrize(
    "labels", [("entailment", "not_entailment"), ("next", "next"), miniature.THREE_LABELS]
)
def test_labels_of_another_task(save, labels):
    with pytest.raises(ValueError, match="do not say which output is which"):
        model(save(labels)).score(PAIRS)


def test_an_encoder_is_no_classifier_but_may_be_trained(save):
    folder = save(UNNAMED, "BertModel")
    with pytest.raises(
        ValueError,
        match="has no classification head .* classifier from it with train coherence --model",
    ):
        model(folder).score(PAIRS)
    assert UntrainedNextSentence(folder, device="cpu").score(PAIRS).shape == (9,)


def test_an_encoder_that_lacks_a_layer_may_not_be_trained(save):
    from pathlib import Path

    from safetensors.numpy import load_file, save_file

    weights = Path(save(UNNAMED, "BertModel")) / "model.safetensors"
    save_file(
        {key: value for key, value in load_file(weights).items() if "layer.1." not in key}, weights
    )
    config = json.loads((weights.parent / "config.json").read_text("utf-8"))
    assert config["num_hidden_layers"] == 2
    with pytest.raises(ValueError, match=r"lacks weights of its encoder \(bert.encoder.layer.1"):
        UntrainedNextSentence(str(weights.parent), device="cpu").score(PAIRS)


def test_probabilities():
    logits = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [1e4, -1e4]], dtype=np.float32)
    assert next_probabilities(logits) == pytest.approx(
        [0.5, 1 / (1 + np.exp(-2)), 1 / (1 + np.exp(2)), 1.0]
    )
