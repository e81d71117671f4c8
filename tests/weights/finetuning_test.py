"""Finetuning a cross-encoder that starts from MiniLM, on a small part of PyrXSum's folds by systems.

The systems of the fifth fold are unseen, their units are not: what a minute of one core can teach.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from nli_finetuning import save_with_new_head

from sacrerouge_litepyramid.core.judgements import LabelledSummary, judge_measures, to_group
from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, Corpus
from sacrerouge_litepyramid.io.folds import read_folds
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings
from sacrerouge_litepyramid.training.nli import finetune_nli
from sacrerouge_litepyramid.training.trainable import Split, split_by_fold

pytest.importorskip("accelerate", reason="make test-weights")

ARTICLES = 12
SETTINGS = FinetuneSettings(learning_rate=2e-4, epochs=2, batch_size=8)


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

    def accuracy(self) -> float:
        return float(((self.probabilities > 0.5) == self.labels).mean())

    def majority(self) -> float:
        """The accuracy of always giving the commoner label."""
        return float(max(self.labels.mean(), 1 - self.labels.mean()))


@pytest.fixture(scope="module")
def split(released_corpus: Callable[[Corpus], Path]) -> Split:
    """The judgements of the articles whose units are present about half of the time: 432 and 108 pairs."""
    data = released_corpus(PYRXSUM)
    whole = split_by_fold(read_labelled_folder(data), read_folds(data / "folds.json", "systems"), fold=5, by="systems")
    labels: dict[str, list[int]] = {}
    for example in whole.training:
        labels.setdefault(example.instance_id, []).extend(example.labels)
    ordered = sorted(labels, key=lambda article: (abs(float(np.mean(labels[article])) - 0.5), article))
    return Split(*([each for each in part if each.instance_id in ordered[:ARTICLES]] for part in whole))


@pytest.fixture(scope="module")
def start(minilm_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> NliJudge:
    folder = tmp_path_factory.mktemp("start")
    save_with_new_head(minilm_folder, folder)
    return NliJudge(str(folder), device="cpu")


@pytest.fixture(scope="module")
def trained(start: NliJudge, split: Split, tmp_path_factory: pytest.TempPathFactory) -> NliJudge:
    """The judge of the saved checkpoint."""
    done = finetune_nli(split.training, start, tmp_path_factory.mktemp("trained") / "model", SETTINGS)
    return NliJudge(str(done.folder), device="cpu")


def judge(model: NliJudge, examples: Sequence[LabelledSummary]) -> Judgements:
    labels = np.array([label for example in examples for label in example.labels])
    logits = model.predict([to_group(example) for example in examples])
    return Judgements(labels, np.concatenate([judge_measures(logit)["p2c"] for logit in logits]))


def test_an_encoder_without_a_head_is_refused(minilm_folder: Path) -> None:
    with pytest.raises(ValueError, match="has no classification head"):
        NliJudge(str(minilm_folder), device="cpu").identity()


def test_the_loss_falls(start: NliJudge, trained: NliJudge, split: Split) -> None:
    seen = split.training[::3]
    assert judge(trained, seen).loss() < judge(start, seen).loss() - 0.05


def test_the_saved_model_judges_unseen_summaries_better_than_chance(
    start: NliJudge, trained: NliJudge, split: Split
) -> None:
    before, after = (judge(model, split.held_out) for model in (start, trained))
    assert len(after.labels) == 108
    assert before.accuracy() < before.majority() + 0.05
    assert after.accuracy() > after.majority() + 0.08
    assert after.area() > 0.62
    assert trained.identity()["labels"] == ["entailment", "not_entailment"]
