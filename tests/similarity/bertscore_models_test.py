"""BERTScore over miniature models: the layer of the dimension, and the values of plain transformers and torch."""

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

import miniature

from sacrerouge_litepyramid.metrics.ffci_coverage import FfciCoverage
from sacrerouge_litepyramid.metrics.ffci_faithfulness import FfciFaithfulness
from sacrerouge_litepyramid.metrics.ffci_focus import FfciFocus
from sacrerouge_litepyramid.similarity.base import TextPair
from sacrerouge_litepyramid.similarity.bertscore import BertScore
from sacrerouge_litepyramid.similarity.sts import Sts

REFERENCES = list(miniature.TEXTS)
SUMMARIES = ["A bridge was opened .", *(text.replace("the", "a") for text in miniature.TEXTS[:-1])]
PAIRS = [TextPair((summary,), (reference,)) for summary, reference in zip(SUMMARIES, REFERENCES, strict=True)]


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return miniature.save_bert(tmp_path_factory.mktemp("bert") / "bert")


def by_torch(folder, pair, layer):
    """BERTScore's own arithmetic, one pair at a time."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
    sides = []
    for (text,) in pair:
        inputs = tokenizer(text, return_tensors="pt")
        with torch.inference_mode():
            vectors = model(**inputs, output_hidden_states=True).hidden_states[layer][0]
        counted = ~torch.isin(inputs["input_ids"][0], torch.tensor([tokenizer.cls_token_id, tokenizer.sep_token_id]))
        sides.append((torch.nn.functional.normalize(vectors, dim=-1), counted))
    (summary, own), (reference, others) = sides
    similarity = summary @ reference.T
    precision, recall = similarity.amax(dim=1)[own].mean(), similarity.amax(dim=0)[others].mean()
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / (precision + recall)}


@pytest.mark.parametrize("layer", [1, 2])
def test_values_are_those_of_plain_torch(bert, layer):
    base = BertScore(model=str(bert), layer=layer)
    expected = [by_torch(bert, pair, layer) for pair in PAIRS]
    for measure in ("precision", "recall", "f1"):
        own = [float(each[measure]) for each in expected]
        assert base.compare(PAIRS, measure) == pytest.approx(own, abs=1e-5)
        assert base.compare(PAIRS[::-1], measure) == pytest.approx(own[::-1], abs=1e-5)


def test_a_model_alone_takes_the_published_layer_of_the_dimension(tmp_path):
    folder = str(miniature.save_roberta(tmp_path / "roberta-base", num_hidden_layers=10))
    for metric, layer in ((FfciFaithfulness, 10), (FfciFocus, 9), (FfciCoverage, 2)):
        chosen = metric(BertScore(model=folder))
        assert chosen.base.identity()["encoder"]["layer"] == layer
        given = metric(BertScore(model=folder, layer=layer))
        found = chosen.score(SUMMARIES, [REFERENCES])
        assert found.approx_equal(given.score(SUMMARIES, [REFERENCES]), abs=1e-6)
        other = metric(BertScore(model=folder, layer=1)).score(SUMMARIES, [REFERENCES])
        assert not found.approx_equal(other, abs=1e-4)


def test_sentence_similarity_pools_a_model(bert):
    from sacrerouge.common import Params

    from sacrerouge_litepyramid.encoders.base import TokenEncoder

    base = Sts(TokenEncoder.from_params(Params({"type": "transformers", "model": str(bert), "device": "cpu"})))
    same = TextPair((REFERENCES[0],), (REFERENCES[0],))
    found = base.compare([same, *PAIRS], "f1")
    assert found[0] == pytest.approx(1.0, abs=1e-5) and max(found[1:]) < 0.9999
