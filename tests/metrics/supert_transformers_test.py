"""supert-native and cls-cosine over a miniature BERT, against plain transformers."""

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

    tokenizer = AutoTokenizer.from_pretrained(bert)
    model = AutoModel.from_pretrained(bert).eval()
    inputs = tokenizer(text, return_tensors="pt")
    with torch.inference_mode():
        hidden = model(**inputs).last_hidden_state[0].numpy()
    pieces = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
    lengths = np.linalg.norm(hidden, axis=1, keepdims=True)
    return pieces, hidden / lengths


def content_vectors(bert, sentences):
    rows = []
    for sentence in sentences:
        for token, vector in zip(*plain(bert, sentence), strict=True):
            is_special = token in ("[CLS]", "[SEP]")
            if not is_special and token.lower() not in STOP_WORDS:
                rows.append(vector)
    return np.array(rows)


def test_the_pipeline_written_out(bert):
    expected = []
    for summary in SUMMARIES:
        measures = []
        for document in DOCUMENTS:
            summary_vectors = content_vectors(bert, summary)
            similarity = content_vectors(bert, document) @ summary_vectors.T
            recall = similarity.max(axis=1).mean()
            precision = similarity.max(axis=0).mean()
            f1 = 2 * precision * recall / (precision + recall)
            measures.append([f1, recall, precision])
        expected.append(np.mean(measures, axis=0))
    metric = SupertNative(encoder=encoder(bert))
    values = []
    for scores in metric.score_multi(SUMMARIES, DOCUMENTS):
        values.append(list(scores["supert-native"].values()))
    assert np.array(values) == pytest.approx(np.array(expected), abs=1e-5)
    assert np.ptp(values, axis=0).min() > 1e-4


def test_cls_cosine_is_that_of_the_first_vectors(bert):
    texts = [" ".join(SUMMARIES[0]), miniature.TEXTS[0], miniature.TEXTS[1]]
    first_vectors = []
    for text in texts:
        _, vectors = plain(bert, text)
        first_vectors.append(vectors[0])
    summary, *documents = first_vectors
    expected = np.mean([summary @ document for document in documents])
    scores = ClsCosine(encoder=encoder(bert)).score(texts[0], texts[1:])
    assert scores["cls-cosine"] == pytest.approx(expected, abs=1e-5)
