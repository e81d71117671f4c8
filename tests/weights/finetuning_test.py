"""Finetuning a cross-encoder that starts from MiniLM, on a small part of PyrXSum's folds 1 to 4; fold 5 is unseen."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from nli_finetuning import read_data, save_with_new_head

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.probabilities import presence_measures
from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, Corpus
from sacrerouge_litepyramid.formats.folds import read_folds
from sacrerouge_litepyramid.presence.nli import NliPresence
from sacrerouge_litepyramid.training.finetuning_settings import FinetuneSettings
from sacrerouge_litepyramid.training.held_out import Split, split_by_fold
from sacrerouge_litepyramid.training.judged import to_group
from sacrerouge_litepyramid.training.nli import finetune

pytest.importorskip("accelerate", reason="make test-weights")

#: one epoch, in about a minute of one core
SETTINGS = FinetuneSettings(learning_rate=1e-4, epochs=1, batch_size=8)


class Judgements(NamedTuple):
    """People's labels and a model's probabilities, both (units,)."""

    labels: np.ndarray
    probabilities: np.ndarray

    def loss(self) -> float:
        """The mean cross-entropy."""
        return float(-np.log(np.where(self.labels == 1, self.probabilities, 1 - self.probabilities)).mean())

    def area(self) -> float:
        """The share of pairs of a present and an absent unit that the model orders as people do; .5 is chance."""
        present, absent = self.probabilities[self.labels == 1], self.probabilities[self.labels == 0]
        return float((present[:, None] > absent).mean())


@pytest.fixture(scope="module")
def split(released_corpus: Callable[[Corpus], Path]) -> Split:
    """Two systems' summaries of each article to train on, other systems' of the unseen fold."""
    data = released_corpus(PYRXSUM)
    whole = split_by_fold(read_data(data), read_folds(data / "folds.json", "examples"), fold=5)
    return Split(*(choose(*part) for part in ((whole.training, 0), (whole.held_out, 1))))


def choose(examples: Sequence[Judged], first: int) -> list[Judged]:
    """The summaries of an article by two of the ten systems, other ones for each article."""
    systems = sorted({each.summarizer_id for each in examples})
    articles = sorted({each.instance_id for each in examples})
    wanted = {
        (article, systems[(2 * place + first + step) % len(systems)])
        for place, article in enumerate(articles)
        for step in (0, 5)
    }
    return [each for each in examples if (each.instance_id, each.summarizer_id) in wanted]


@pytest.fixture(scope="module")
def start(minilm_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> NliPresence:
    folder = tmp_path_factory.mktemp("start")
    save_with_new_head(minilm_folder, folder)
    return NliPresence(str(folder), device="cpu")


@pytest.fixture(scope="module")
def trained(start: NliPresence, split: Split, tmp_path_factory: pytest.TempPathFactory) -> NliPresence:
    """The presence model of the saved checkpoint."""
    done = finetune(split.training, start, tmp_path_factory.mktemp("trained") / "model", SETTINGS)
    return NliPresence(str(done.folder), device="cpu")


def judge(model: NliPresence, examples: Sequence[Judged]) -> Judgements:
    labels = np.array([label for each in examples for label in each.labels])
    logits = model.predict([to_group(each) for each in examples])
    return Judgements(labels, np.concatenate([presence_measures(each)["p2c"] for each in logits]))


def test_an_encoder_without_a_head_is_refused(minilm_folder: Path) -> None:
    with pytest.raises(ValueError, match="has no classification head"):
        NliPresence(str(minilm_folder), device="cpu").identity()


def test_the_loss_falls_and_unseen_units_are_ordered_better_than_by_chance(
    start: NliPresence, trained: NliPresence, split: Split
) -> None:
    seen = split.training[::3]
    print("ZZ", judge(trained, seen).loss(), judge(start, seen).loss())
    assert judge(trained, seen).loss() < judge(start, seen).loss() - 0.1
    print("\nZZ", judge(trained, seen).loss(), judge(start, seen).loss())
    before, after = (judge(model, split.held_out) for model in (start, trained))
    print("ZZ", len(after.labels), before.loss(), after.loss(), before.area(), after.area(), after.labels.mean())
    assert len(after.labels) > 150
    assert after.loss() < before.loss() - 0.1
    assert after.area() > max(0.6, before.area())
    assert trained.identity()["labels"] == ["entailment", "not_entailment"]
