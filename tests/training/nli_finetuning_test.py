"""Finetuning of miniature models: what it learns and writes, and that it can be stopped."""

import json
from pathlib import Path

import numpy as np
import pytest

from helpers.support import without_padding

pytest.importorskip("accelerate", reason="needs torch, transformers and accelerate")

from helpers import miniature
from helpers.killed import Killed, killed_in_step
from helpers.miniature import same_weights, weights
from sacrerouge_litepyramid.core.judgements import LabelledSummary, judge_measures
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.io.files import write_together
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.training import finetuning
from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings
from sacrerouge_litepyramid.training.nli import TrainableNli, collect_pairs, finetune_nli

#: 27 pairs: 7 steps an epoch, the last of 3 pairs
SETTINGS = FinetuneSettings(learning_rate=1e-3, batch_size=4)
LAST_STEP = 14


def labelled(instance: str, system: str, summary: str) -> LabelledSummary:
    """Bridges are held by all summaries, tolls by none, a band by those that name one."""
    units = as_units(["The bridge opened .", "Tolls rise again", "a band played"])
    return LabelledSummary(instance, system, summary, units, (1, 0, int("band" in summary)))


EXAMPLES = [
    labelled(f"{number}", system, " ".join(miniature.TEXTS[first : first + 1 + number % 3]))
    for number in range(3)
    for first, system in enumerate(("x", "y", "z"))
]
HELD_OUT = [
    labelled("4", "x", miniature.TEXTS[1]),
    labelled("4", "y", miniature.TEXTS[3]),
    labelled("4", "z", ""),
]


@pytest.fixture(scope="module")
def roberta(tmp_path_factory) -> NliJudge:
    return NliJudge(
        str(miniature.save_roberta(tmp_path_factory.mktemp("start") / "mini")), device="cpu"
    )


@pytest.fixture(scope="module")
def uninterrupted(roberta, tmp_path_factory) -> Path:
    return finetune_nli(
        EXAMPLES, roberta, tmp_path_factory.mktemp("whole") / "model", SETTINGS, HELD_OUT
    ).folder


def figures(folder: Path) -> dict:
    return json.loads((folder / "finetuning.json").read_text("utf-8"))["figures"]


def test_grades_are_soft_targets(tmp_path):
    folder = miniature.save_roberta(
        tmp_path / "mini", hidden_dropout_prob=0, attention_probs_dropout_prob=0
    )
    graded = [example._replace(labels=(1, 0.5, 0)) for example in EXAMPLES]
    settings = FinetuneSettings(learning_rate=5e-3, batch_size=4, epochs=15)
    outcome = finetune_nli(
        graded, NliJudge(str(folder), device="cpu"), tmp_path / "model", settings, graded
    )
    pairs = [pair for pair, _ in collect_pairs(graded)]
    logits = NliJudge(str(outcome.folder), device="cpu").predict_pairs(pairs)
    present, half, absent = judge_measures(logits)["p2c"].reshape(-1, 3).mean(axis=0)
    assert present > 0.95 and half == pytest.approx(0.5, abs=0.05) and absent < 0.05
    written = json.loads((outcome.folder / "finetuning.json").read_text("utf-8"))
    assert written["settings"]["precision"] == "fp32", "on a CPU, also on one with AMX"
    assert outcome.figures["15"]["accuracy"] == pytest.approx(5 / 6), (
        "l2c is half a label off on every third unit"
    )


@pytest.fixture
def frequent(monkeypatch):
    """Checkpoints after every third step, two in an epoch."""
    monkeypatch.setattr(finetuning, "SAVE_STEPS", 3)


@pytest.mark.parametrize("step", [1, 4, 8, 11, LAST_STEP])
def test_a_killed_run_ends_with_the_same_weights(step, frequent, roberta, uninterrupted, tmp_path):
    with killed_in_step(step):
        finetune_nli(EXAMPLES, roberta, tmp_path / "model", SETTINGS, HELD_OUT)
    outcome = finetune_nli(EXAMPLES, roberta, tmp_path / "model", SETTINGS, HELD_OUT)
    assert same_weights(outcome.folder, uninterrupted)
    assert outcome.figures == figures(uninterrupted)
    assert not (outcome.folder / "run").exists()


def test_at_most_the_steps_since_a_checkpoint_are_computed_again(frequent, roberta, tmp_path):
    with killed_in_step(12):
        finetune_nli(EXAMPLES, roberta, tmp_path, SETTINGS)
    with killed_in_step(3):  # of step 10 and the following ones
        finetune_nli(EXAMPLES, roberta, tmp_path, SETTINGS)
    assert (tmp_path / "run" / "checkpoint-9").is_dir() and not (
        tmp_path / "run" / "checkpoint-12"
    ).exists()


def test_a_checkpoint_that_was_cut_short_is_passed_over(frequent, roberta, uninterrupted, tmp_path):
    with killed_in_step(8):
        finetune_nli(EXAMPLES, roberta, tmp_path, SETTINGS, HELD_OUT)
    cut_short = tmp_path / "run" / "checkpoint-6"
    (cut_short / "trainer_state.json").unlink()
    (cut_short / "optimizer.pt").write_bytes(b"")
    assert same_weights(
        finetune_nli(EXAMPLES, roberta, tmp_path, SETTINGS, HELD_OUT).folder, uninterrupted
    )


def test_a_model_that_could_not_be_written_is_written_later(roberta, uninterrupted, tmp_path):
    (tmp_path / "run").mkdir()
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
        patch.setattr(finetuning, "_write_card", lambda *_: (_ for _ in ()).throw(Killed))
        finetune_nli(EXAMPLES, roberta, tmp_path, SETTINGS, HELD_OUT)
    assert (tmp_path / "run" / f"checkpoint-{LAST_STEP}").is_dir()
    outcome = finetune_nli(EXAMPLES, roberta, tmp_path, SETTINGS, HELD_OUT)
    assert same_weights(outcome.folder, uninterrupted) and outcome.figures == figures(uninterrupted)


def test_parts_of_a_step_give_the_weights_of_the_whole_step(tmp_path):
    """Without dropout, which draws otherwise for other parts."""
    folder = miniature.save_roberta(
        tmp_path / "mini", hidden_dropout_prob=0, attention_probs_dropout_prob=0
    )
    start = NliJudge(str(folder), device="cpu")
    whole, parts = (
        FinetuneSettings(1e-3, batch_size=4, gradient_accumulation=parts) for parts in (1, 2)
    )
    ours = weights(finetune_nli(EXAMPLES, start, tmp_path / "whole", whole).folder)
    theirs = weights(finetune_nli(EXAMPLES, start, tmp_path / "parts", parts).folder)
    # A key's bias moves all scores of a query alike: its gradient is 0 but for rounding, which Adam
    # enlarges.
    for name in ours:
        assert name.endswith("key.bias") or np.abs(ours[name] - theirs[name]).mean() < 2e-5, name


@pytest.mark.parametrize(
    ("save", "labels"),
    [
        (miniature.save_roberta, ("CONTRADICTION", "ENTAILMENT", "NEUTRAL")),
        (miniature.save_bert, ("not_entailment", "entailment")),
        (miniature.save_deberta, ("contradiction", "neutral", "entailment")),
    ],
)
def test_what_can_be_learned_is_learned(save, labels, tmp_path):
    """The first two units have the same labels in every summary."""
    examples, held_out = (
        [example._replace(units=example.units[:2], labels=example.labels[:2]) for example in some]
        for some in (EXAMPLES, HELD_OUT[:2])
    )
    start = NliJudge(str(save(tmp_path / "mini", labels)), device="cpu")
    settings = FinetuneSettings(learning_rate=3e-3, batch_size=4, epochs=8)
    found = finetune_nli(examples, start, tmp_path / "model", settings, held_out).figures
    assert list(found) == [str(epoch) for epoch in range(9)]
    assert found["0"]["accuracy"] <= found["0"]["majority"] == 0.5
    assert found["8"]["accuracy"] == 1.0


def test_labels_given_by_hand_are_kept_in_the_checkpoint(tmp_path):
    folder = miniature.save_roberta(tmp_path / "mini", ["LABEL_0", "LABEL_1", "LABEL_2"])
    labels = ["neutral", "entailment", "contradiction"]
    outcome = finetune_nli(
        EXAMPLES, NliJudge(str(folder), labels=labels, device="cpu"), tmp_path / "model", SETTINGS
    )
    assert NliJudge(str(outcome.folder)).identity()["labels"] == labels
    config = json.loads((outcome.folder / "config.json").read_text("utf-8"))
    assert config["label2id"] == {"neutral": 0, "entailment": 1, "contradiction": 2}


def test_the_model_card_tells_data_settings_and_figures(roberta, tmp_path):
    about = {"source": "made up", "licence": "CC0"}
    outcome = finetune_nli(
        EXAMPLES, roberta, tmp_path / "model", SETTINGS, HELD_OUT, about_data=about
    )
    card = (outcome.folder / "README.md").read_text("utf-8")
    for line in (
        "# model",
        "- source: made up",
        "- pairs: 27",
        "- learning_rate: 0.001",
        "- labels: ['entailment',",
    ):
        assert line in card
    assert f"| 2 | {outcome.figures['2']['accuracy']:.4f} |" in without_padding(card)
    assert str(tmp_path) not in card


def test_a_finished_run_is_not_repeated(roberta, uninterrupted):
    before = (uninterrupted / "model.safetensors").stat().st_mtime_ns
    outcome = finetune_nli(EXAMPLES, roberta, uninterrupted, SETTINGS, HELD_OUT)
    assert outcome.figures == figures(uninterrupted)
    assert (uninterrupted / "model.safetensors").stat().st_mtime_ns == before


def test_a_run_of_other_settings_is_left_alone(roberta, uninterrupted):
    settings = FinetuneSettings(learning_rate=2e-3, batch_size=4)
    with pytest.raises(
        ValueError, match=r"other settings \(learning_rate was 0.001, is 0.002\); choose another"
    ):
        finetune_nli(EXAMPLES, roberta, uninterrupted, settings, HELD_OUT)
    with pytest.raises(ValueError, match=r"other settings \(data was"):
        finetune_nli(EXAMPLES[1:], roberta, uninterrupted, SETTINGS, HELD_OUT)


def test_a_folder_of_something_else_is_left_alone(roberta, tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(
        ValueError, match="not empty, and not a finetuning run; choose another output folder"
    ):
        finetune_nli(EXAMPLES, roberta, tmp_path, SETTINGS)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_second_gpu_is_chosen_from_outside(tmp_path):
    start = NliJudge("any/model", device="cuda:1")
    with pytest.raises(
        ValueError,
        match="device 'cuda:1': training needs cuda or cuda:0; choose a GPU with "
        "CUDA_VISIBLE_DEVICES",
    ):
        finetune_nli(EXAMPLES, start, tmp_path / "model")


@pytest.mark.parametrize(
    "checker", [{"template": "{summary}</s>{unit}"}, {"passages": 64}, {"labels": ["entailment"]}]
)
def test_a_checker_is_not_trained(tmp_path, checker):
    folder = miniature.save_roberta(
        tmp_path / "mini", ["LABEL_0"] if "labels" in checker else miniature.THREE_LABELS
    )
    with pytest.raises(
        ValueError, match="a model with a template, passages or one output cannot be finetuned"
    ):
        finetune_nli(
            EXAMPLES, NliJudge(str(folder), device="cpu", **checker), tmp_path / "model", SETTINGS
        )
    assert not (tmp_path / "model").exists()


def test_labels_that_teach_nothing(roberta, tmp_path):
    alike = [example._replace(labels=(0, 0, 0)) for example in EXAMPLES]
    with pytest.raises(ValueError, match="the labels are all alike"):
        finetune_nli(alike, roberta, tmp_path / "model")
    assert not (tmp_path / "model").exists()


LABELLED = [
    LabelledSummary("a", system, text, as_units(["The bridge opened .", "Tolls rise"]), (1, 0))
    for system, text in zip("xyz", miniature.TEXTS, strict=False)
]


def test_each_set_of_labels_has_its_model_which_is_made_once(tmp_path):
    start = {
        "model": str(miniature.save_roberta(tmp_path / "mini")),
        "device": "cpu",
        "max_length": 64,
    }
    trainable = TrainableNli(str(tmp_path / "folds"), start, {"epochs": 1, "batch_size": 2})
    with write_together():  # as a command does with its own outputs
        first = trainable.fit(LABELLED)
    assert first.identity()["max_length"] == 64
    assert trainable.fit(LABELLED[1:]).identity()["revision"] != first.identity()["revision"]
    written = {
        path: path.stat().st_mtime_ns for path in (tmp_path / "folds").rglob("*.safetensors")
    }
    assert len(written) == 2
    assert trainable.fit(LABELLED).identity() == first.identity()
    assert {path: path.stat().st_mtime_ns for path in written} == written
