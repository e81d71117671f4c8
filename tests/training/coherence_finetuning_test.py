"""Finetuning of a miniature BERT to next sentences: what it learns, and that it can be stopped."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from helpers.support import without_padding

pytest.importorskip("accelerate", reason="needs torch, transformers and accelerate")

from helpers import miniature
from helpers.miniature import same_weights
from sacrerouge_litepyramid.io.documents import Article
from sacrerouge_litepyramid.metrics.ffci.next_sentence import (
    NextSentenceCoherence,
    UntrainedNextSentence,
)
from sacrerouge_litepyramid.plugin.ffci import FfciCoherence
from sacrerouge_litepyramid.training.coherence import CoherenceSettings, finetune_coherence
from sacrerouge_litepyramid.training.coherence_pairs import (
    FLIPPED,
    Splits,
    draw_examples,
    segment_articles,
)

CITIES = "paris rome oslo lima cairo delhi quito tokyo bonn riga".split()
ARTICLES = [
    Article(
        f"{city}{year}",
        [f"first came {city} {year}", f"second came {city} {year}", f"third came {city} {year}"],
    )
    for city in CITIES
    for year in range(2)
]
#: first, second, third: a model learns the order from two words
SPLITS = Splits(
    *(
        draw_examples(segment_articles(part), 40, {FLIPPED: 1.0}, np.random.default_rng(0), "")
        for part in (ARTICLES[:16], ARTICLES[16:18], ARTICLES[18:])
    )
)
#: 64 pairs: 4 steps an epoch
SETTINGS = CoherenceSettings(learning_rate=2e-3, batch_size=16, epochs=3, patience=3)
LAST_STEP = 12


@pytest.fixture(scope="module")
def start(tmp_path_factory) -> UntrainedNextSentence:
    texts = [" ".join(article.text) for article in ARTICLES]
    folder = miniature.save_bert(
        tmp_path_factory.mktemp("start") / "mini", ("LABEL_0", "LABEL_1"), "BertModel", texts
    )
    return UntrainedNextSentence(str(folder), max_length=64, device="cpu")


@pytest.fixture(scope="module")
def uninterrupted(start, tmp_path_factory) -> Path:
    return finetune_coherence(
        SPLITS, start, tmp_path_factory.mktemp("whole") / "model", SETTINGS
    ).folder


def finished(folder: Path) -> dict:
    return json.loads((folder / "finetuning.json").read_text("utf-8"))


def test_the_order_of_sentences_is_learned_and_the_metric_loads_it(start, tmp_path):
    settings = CoherenceSettings(learning_rate=5e-3, batch_size=16, epochs=12, patience=12)
    outcome = finetune_coherence(SPLITS, start, tmp_path / "model", settings)
    assert outcome.figures["0"]["accuracy"] <= 0.6
    assert outcome.figures["test"]["accuracy"] == 1.0
    model = NextSentenceCoherence(str(outcome.folder), max_length=64, device="cpu")
    assert model.identity()["labels"] == ["next", "not_next"]
    metric = FfciCoherence(coherence=model)
    forth, back = (
        metric.score(text)["ffci-coherence"]["mean"]
        for text in (ARTICLES[0].text, ARTICLES[0].text[::-1])
    )
    assert forth > 0.5 > back


def test_the_first_of_the_best_epochs_is_kept_and_patience_ends_the_training(start, tmp_path):
    """Steps too small to change an answer: no epoch surpasses the first."""
    settings = CoherenceSettings(learning_rate=1e-12, batch_size=16, epochs=20, patience=2)
    outcome = finetune_coherence(SPLITS, start, tmp_path / "patient", settings)
    assert list(outcome.figures) == ["0", "1", "2", "3", "test"]
    # The kept model is that of epoch 1, and the other epochs moved on.
    first = finetune_coherence(SPLITS, start, tmp_path / "impatient", replace(settings, patience=1))
    assert list(first.figures) == ["0", "1", "2", "test"]
    assert same_weights(first.folder, outcome.folder)


def test_a_run_that_patience_ended_may_still_be_killed_before_it_is_written(start, tmp_path):
    settings = CoherenceSettings(learning_rate=1e-12, batch_size=16, epochs=20, patience=1)
    whole = finetune_coherence(SPLITS, start, tmp_path / "whole", settings)
    with pytest.MonkeyPatch.context() as patch, pytest.raises(OSError):
        patch.setattr(shutil, "copytree", lambda *_, **__: (_ for _ in ()).throw(OSError))
        finetune_coherence(SPLITS, start, tmp_path / "model", settings)
    outcome = finetune_coherence(SPLITS, start, tmp_path / "model", settings)
    assert same_weights(outcome.folder, whole.folder) and outcome.figures == whole.figures


def test_the_model_card_tells_data_settings_and_figures(uninterrupted):
    card = (uninterrupted / "README.md").read_text("utf-8")
    assert "- training: 64 pairs of 16 documents" in card
    assert "- test: 8 pairs of 2 documents" in card
    assert (
        "- patience: 3" in card and "- learning_rate: 0.002" in card and '"max_length": 64' in card
    )
    assert (
        f"| test | 8 | {finished(uninterrupted)['figures']['test']['accuracy']:.4f} |"
        in without_padding(card)
    )
