"""BERTScore over MiniLM against bert-score, on REALSumm's summaries and references."""

import warnings
from pathlib import Path

import numpy as np
import pytest

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.metrics.ffci.similarity import BertScore, ComparedTexts
from sacrerouge_litepyramid.models.encoders.pretrained import MiniLMEncoder


@pytest.fixture(scope="module")
def texts(realsumm: list[Summary]) -> list[tuple[str, str]]:
    """Summaries and references of 13 articles."""
    return [(flatten(each.text), flatten(each.references[0])) for each in realsumm[::208]]


@pytest.mark.parametrize("idf", [False, True])
@pytest.mark.parametrize("layer", [2, 6])
def test_values_are_those_of_bert_score(
    layer: int, idf: bool, texts: list[tuple[str, str]], minilm_folder: Path
) -> None:
    from bert_score import score

    summaries, references = ([pair[side] for pair in texts] for side in (0, 1))
    assert len(set(references)) == len(references), (
        "bert-score counts equal references twice in idf"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = score(
            summaries,
            references,
            model_type=str(minilm_folder),
            num_layers=layer,
            idf=idf,
            device="cpu",
            batch_size=8,
        )
    base = BertScore(MiniLMEncoder(layer=layer, device="cpu"), idf=idf)
    pairs = [ComparedTexts((summary,), (reference,)) for summary, reference in texts]
    for measure, values in zip(("precision", "recall", "f1"), expected, strict=True):
        assert base.compare(pairs, measure) == pytest.approx(values.numpy(), abs=1e-5)
        assert np.ptp(values.numpy()) > 0.1


def test_a_model_by_its_folder_is_the_same(
    texts: list[tuple[str, str]], minilm_folder: Path
) -> None:
    pairs = [ComparedTexts((summary,), (reference,)) for summary, reference in texts[:4]]
    named = BertScore(MiniLMEncoder(layer=2, device="cpu")).compare(pairs, "f1")
    assert BertScore(model=str(minilm_folder), layer=2).compare(pairs, "f1") == pytest.approx(
        named, abs=1e-6
    )
