"""supert-native and cls-cosine over a miniature BERT, against the pipeline written out over plain
transformers.
"""

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from sacrerouge_litepyramid.core.words import STOP_WORDS
from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder
from sacrerouge_litepyramid.plugin.supert import ClsCosine, SupertNative

DOCUMENTS = [list(miniature.TEXTS) * 2, [text.lower() for text in miniature.TEXTS]]
SUMMARIES = [
    ["The mayor opened a ferry .", "It cost nine million ."],
    ["Critics say the tolls rise again ."],
    [miniature.TEXTS[3]],
]


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return miniature.save_bert(tmp_path_factory.mktemp("supert") / "bert")


def encoder(bert, **arguments):
    return TransformersEncoder(str(bert), device="cpu", precision="fp32", **arguments)


def plain(bert, text):
    """The pieces of a text and their last hidden states, from transformers itself."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(bert), AutoModel.from_pretrained(bert).eval()
    inputs = tokenizer(text, return_tensors="pt")
    with torch.inference_mode():
        hidden = model(**inputs).last_hidden_state[0].numpy()
    return tokenizer.convert_ids_to_tokens(inputs["input_ids"][0]), hidden / np.linalg.norm(
        hidden, axis=1
    )[:, None]


def kept(bert, sentences):
    rows = []
    for sentence in sentences:
        for token, vector in zip(*plain(bert, sentence), strict=True):
            if token not in ("[CLS]", "[SEP]") and token.lower() not in STOP_WORDS:
                rows.append(vector)
    return np.array(rows)


def test_the_pipeline_written_out(bert):
    expected = []
    for summary in SUMMARIES:
        measures = []
        for document in DOCUMENTS:
            similarity = kept(bert, document) @ kept(bert, summary).T
            recall, precision = similarity.max(axis=1).mean(), similarity.max(axis=0).mean()
            measures.append([2 * precision * recall / (precision + recall), recall, precision])
        expected.append(np.mean(measures, axis=0))
    found = SupertNative(encoder=encoder(bert)).score_multi(SUMMARIES, DOCUMENTS)
    values = [list(scores["supert-native"].values()) for scores in found]
    assert np.array(values) == pytest.approx(np.array(expected), abs=1e-5)
    assert np.ptp(values, axis=0).min() > 1e-4


def test_cls_cosine_is_that_of_the_first_vectors(bert):
    texts = [" ".join(SUMMARIES[0]), miniature.TEXTS[0], miniature.TEXTS[1]]
    summary, *documents = (plain(bert, text)[1][0] for text in texts)
    found = ClsCosine(encoder=encoder(bert)).score(texts[0], texts[1:])["cls-cosine"]
    assert found == pytest.approx(np.mean([summary @ document for document in documents]), abs=1e-5)
