"""BERTScore over miniature models, against plain transformers and torch."""

import math
from collections import Counter, defaultdict

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from sacrerouge_litepyramid.metrics.ffci.similarity import BertScore, ComparedTexts
from sacrerouge_litepyramid.plugin.ffci import FfciCoverage, FfciFaithfulness, FfciFocus

REFERENCES = list(miniature.TEXTS)
SUMMARIES = ["A bridge was opened .", *(text.replace("the", "a") for text in miniature.TEXTS[:-1])]
PAIRS = [
    ComparedTexts((summary,), (reference,))
    for summary, reference in zip(SUMMARIES, REFERENCES, strict=True)
]


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return miniature.save_bert(tmp_path_factory.mktemp("bert") / "bert")


def by_torch(folder, pair, model, weight=None):
    """BERTScore's own arithmetic, one pair at a time.

    ``weight``: of each id, otherwise 1, and 0 for marks.
    """
    import torch
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    sides = []
    for (text,) in pair:
        inputs = tokenizer(text, return_tensors="pt")
        with torch.inference_mode():
            vectors = model(**inputs).last_hidden_state[0]
        marks = (tokenizer.cls_token_id, tokenizer.sep_token_id)
        weights = [
            0 if each in marks else weight[each] if weight else 1
            for each in inputs["input_ids"][0].tolist()
        ]
        sides.append(
            (
                torch.nn.functional.normalize(vectors, dim=-1),
                torch.tensor(weights, dtype=torch.float32),
            )
        )
    (summary, own), (reference, others) = sides
    similarity = summary @ reference.T
    precision = float(similarity.amax(dim=1) @ own / own.sum())
    recall = float(similarity.amax(dim=0) @ others / others.sum())
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall),
    }


def ended(folder, layers, kept):
    """Plain transformers' model without its layers beyond the first so many."""
    from transformers import AutoModel

    model = AutoModel.from_pretrained(folder).eval()
    owner = model.encoder if layers == "layer" else model
    setattr(owner, layers, getattr(owner, layers)[:kept])
    return model


def spaced(pairs):
    """As byte-level tokenisers are given them."""
    return [ComparedTexts(*((f" {text}",) for (text,) in pair)) for pair in pairs]


@pytest.mark.parametrize("layer", [1, 2])
def test_values_are_those_of_plain_torch(bert, layer):
    base = BertScore(model=str(bert), layer=layer)
    expected = [by_torch(bert, pair, ended(bert, "layer", layer)) for pair in PAIRS]
    for measure in ("precision", "recall", "f1"):
        own = [each[measure] for each in expected]
        assert base.compare(PAIRS, measure) == pytest.approx(own, abs=1e-5)
        assert base.compare(PAIRS[::-1], measure) == pytest.approx(own[::-1], abs=1e-5)


def test_idf_counts_the_ids_of_the_references(tmp_path):
    from transformers import AutoTokenizer

    folder = miniature.save_roberta(tmp_path / "roberta", num_hidden_layers=2)
    tokenizer, holding = AutoTokenizer.from_pretrained(folder), Counter()
    for reference in REFERENCES:
        holding.update(set(tokenizer(f" {reference}").input_ids))
    weight = defaultdict(lambda: math.log(len(REFERENCES) + 1))
    weight |= {
        each: math.log((len(REFERENCES) + 1) / (count + 1)) for each, count in holding.items()
    }
    expected = [
        by_torch(folder, pair, ended(folder, "layer", 2), weight)["f1"] for pair in spaced(PAIRS)
    ]
    found = BertScore(model=str(folder), layer=2, idf=True).compare(PAIRS, "f1")
    assert found == pytest.approx(expected, abs=1e-5)


def test_a_model_alone_takes_the_published_layer_of_the_dimension(tmp_path):
    folder = str(miniature.save_roberta(tmp_path / "roberta-base", num_hidden_layers=10))
    for metric, layer in ((FfciFaithfulness, 10), (FfciFocus, 9), (FfciCoverage, 2)):
        chosen = metric(base=BertScore(model=folder))
        identity = chosen.metric.base.identity()["encoder"]
        assert (identity["layer"], identity["final_norm"]) == (layer, True)
        given = metric(base=BertScore(model=folder, layer=layer))
        found = chosen.score(SUMMARIES, [REFERENCES])
        assert found.approx_equal(given.score(SUMMARIES, [REFERENCES]), abs=1e-6)
        other = metric(base=BertScore(model=folder, layer=1)).score(SUMMARIES, [REFERENCES])
        assert not found.approx_equal(other, abs=1e-4)
