"""Miniature models of several architectures against plain transformers with one pair at a time."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.nli_models import MODELS, PAIRS, assert_same_judgements, nli, plain_logits
from sacrerouge_litepyramid.core.pairs import Group, Pair
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.models import classifier


@pytest.mark.parametrize("tokens_per_batch", [1, 150, 8192, None])
@pytest.mark.parametrize("name", MODELS)
def test_predictions_equal_plain_transformers(
    folders: dict[str, Path], name: str, tokens_per_batch: int | None
) -> None:
    expected = plain_logits(folders[name], PAIRS)[:, MODELS[name][2]]
    assert np.abs(expected - expected[0]).max() > 0.1
    logits = nli(folders[name], tokens_per_batch=tokens_per_batch).predict_pairs(PAIRS)
    assert logits.dtype == np.float32
    assert_same_judgements(logits, expected)


def test_pairs_tokenised_in_chunks_keep_their_order_and_are_counted(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(classifier, "PAIRS_PER_CHUNK", 3)
    pairs = [*PAIRS, *(Pair(" ".join(miniature.TEXTS * 2), text) for text in miniature.TEXTS)]
    assert len(pairs) > 8
    model = nli(folders["bert"], max_length=40)
    reordered = plain_logits(folders["bert"], pairs, max_length=40)[:, [1, 2, 0]]
    assert_same_judgements(model.predict_pairs(pairs), reordered)
    too_long = sum(len(row["input_ids"]) > 40 for row in nli(folders["bert"]).tokenize(pairs)[0])
    assert too_long > 5
    assert f"{too_long} of {len(pairs)} text pairs are longer than max_length 40 " in caplog.text


@pytest.mark.parametrize("name", MODELS)
def test_truncation_equals_plain_transformers_and_is_counted(
    folders: dict[str, Path], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    long_unit = Pair(PAIRS[0].summary, " ".join(miniature.TEXTS * 3))
    pairs = [PAIRS[0], long_unit, PAIRS[-1]]
    logits = nli(folders[name], max_length=40).predict_pairs(pairs)
    # transformers warns of the configuration of the miniatures.
    ours = [record for record in caplog.records if record.name.startswith("sacrerouge_litepyramid")]
    assert [record.getMessage() for record in ours] == [
        "2 of 3 text pairs are longer than max_length 40 tokens and were truncated"
    ]
    assert_same_judgements(
        logits, plain_logits(folders[name], pairs, max_length=40)[:, MODELS[name][2]]
    )


@pytest.mark.parametrize("name", ["roberta", "bert"])
def test_max_length_is_limited_by_the_positions(
    folders: dict[str, Path], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    pairs = [Pair(" ".join(miniature.TEXTS * 4), "The bridge opened .")]
    logits = nli(folders[name], max_length=400).predict_pairs(pairs)
    assert "max_length 400 is more than the model's 128 positions; using 128" in caplog.text
    assert_same_judgements(
        logits, plain_logits(folders[name], pairs, max_length=128)[:, MODELS[name][2]]
    )


class Recording(NliJudge):
    """A judge that records the pairs that reach the model."""

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        self.seen = list(pairs)
        return super().predict_pairs(pairs)


def test_a_repeated_pair_is_judged_once(folders: dict[str, Path]) -> None:
    model = Recording(model=str(folders["bert"]), max_length=128, device="cpu")
    first, second = (
        Group("A bridge opened .", ("bridge", "tolls", "bridge")),
        Group("Tolls rise .", ("tolls",)),
    )
    results = model.predict([first, second, first])
    assert model.seen == [
        ("A bridge opened .", "bridge"),
        ("A bridge opened .", "tolls"),
        ("Tolls rise .", "tolls"),
    ]
    assert [result.shape for result in results] == [(3, 3), (1, 3), (3, 3)]
    np.testing.assert_array_equal(results[0], results[2])
    np.testing.assert_array_equal(results[0][0], results[0][2])
    assert np.abs(results[0][1] - results[1][0]).max() > 1e-3


def test_no_pairs_give_no_logits(folders: dict[str, Path]) -> None:
    assert nli(folders["two-class"]).predict_pairs([]).shape == (0, 2)


def test_classes_and_identity_need_no_weights(roberta: Path) -> None:
    (roberta / "model.safetensors").write_bytes(b"no weights")
    model = nli(roberta)
    assert model.classes == 3
    assert model.identity()["labels"] == ["entailment", "neutral", "contradiction"]
    with pytest.raises(ValueError, match="roberta' cannot be loaded: "):
        model.predict_pairs(PAIRS)


def test_the_identity_has_all_settings_that_determine_predictions(folders: dict[str, Path]) -> None:
    identity = nli(folders["bert"], tokens_per_batch=64).identity()
    revision = identity.pop("revision")
    assert revision.startswith("sha256:")
    assert identity == {
        "type": "nli",
        "model": "bert",
        "labels": ["CONTRADICTION", "ENTAILMENT", "NEUTRAL"],
        "max_length": 128,
        "precision": "fp32",
        "texts": "as-written",
    }
    assert nli(folders["bert"], tokens_per_batch=1).identity() == {**identity, "revision": revision}
    json.dumps(identity)


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        (["contradiction", "entailment", "neutral"], [1, 2, 0]),
        (["entailment", "neutral", "contradiction"], [0, 1, 2]),
    ],
)
def test_labels_can_be_passed(
    folders: dict[str, Path], labels: list[str], columns: list[int]
) -> None:
    model = nli(folders["roberta"], labels=labels)
    assert_same_judgements(
        model.predict_pairs(PAIRS), plain_logits(folders["roberta"], PAIRS)[:, columns]
    )


def test_unnamed_labels_are_refused_unless_labels_are_passed(tmp_path: Path) -> None:
    folder = miniature.save_roberta(tmp_path / "unnamed", ["LABEL_0", "LABEL_1", "LABEL_2"])
    with pytest.raises(ValueError, match="LABEL_0.*pass the argument labels"):
        nli(folder).predict_pairs(PAIRS)
    assert nli(folder, labels=list(miniature.THREE_LABELS)).predict_pairs(PAIRS[:1]).shape == (1, 3)


def test_the_number_of_labels_must_equal_the_number_of_outputs(folders: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match="labels has 2 names, but the model has 3 outputs"):
        _ = nli(folders["bert"], labels=["entailment", "not_entailment"]).classes


def test_a_missing_folder_is_refused_at_first_use(tmp_path: Path) -> None:
    model = nli(tmp_path / "nothing")
    with pytest.raises(
        ValueError,
        match="nothing' cannot be loaded: .* Pass the path of a folder .* or a Hugging Face",
    ):
        model.predict_pairs(PAIRS)


def test_a_revision_of_a_folder_is_refused(folders: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match="revision 'main' is for hub models"):
        nli(folders["bert"], revision="main")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"precision": "int4"}, "precision 'int4' is unknown"),
        ({"max_length": 7}, "max_length must be at least 8 tokens, not 7"),
        ({"tokens_per_batch": 0}, "tokens_per_batch must be at least 1, not 0"),
    ],
)
def test_invalid_settings_are_refused_at_once(
    folders: dict[str, Path], settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        nli(folders["bert"], **settings)


def test_bf16_is_near_fp32(folders: dict[str, Path]) -> None:
    exact = nli(folders["bert"]).predict_pairs(PAIRS)
    half = nli(folders["bert"], precision="bf16")
    assert half.identity()["precision"] == "bf16"
    logits = half.predict_pairs(PAIRS)
    assert logits.dtype == np.float32
    assert 0 < np.abs(logits - exact).max() < 0.1
