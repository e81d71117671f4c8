import pytest

pytest.importorskip("accelerate", reason="needs torch, transformers and accelerate")

from helpers import miniature
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.training.nli import TrainableNli

LABELLED = [
    LabelledSummary("a", system, text, as_units(["The bridge opened .", "Tolls rise"]), (1, 0))
    for system, text in zip("xyz", miniature.TEXTS, strict=False)
]


def test_each_set_of_judgements_has_its_model_which_is_made_once(tmp_path):
    start = {"model": str(miniature.save_roberta(tmp_path / "mini")), "device": "cpu", "max_length": 64}
    trainable = TrainableNli(str(tmp_path / "folds"), start, {"epochs": 1, "batch_size": 2})
    first = trainable.fit(LABELLED)
    assert first.identity()["max_length"] == 64
    assert trainable.fit(LABELLED[1:]).identity()["revision"] != first.identity()["revision"]
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "folds").rglob("*.safetensors")}
    assert len(written) == 2
    assert trainable.fit(LABELLED).identity() == first.identity()
    assert {path: path.stat().st_mtime_ns for path in written} == written


def test_identity_tells_start_and_settings(tmp_path):
    start = {"model": str(miniature.save_roberta(tmp_path / "mini")), "device": "cpu"}
    identity = TrainableNli(str(tmp_path), start, {"epochs": 3}).identity()
    assert (identity["type"], identity["model"], identity["settings"]["epochs"]) == ("nli", "mini", 3)


def test_wrong_settings(tmp_path):
    with pytest.raises(ValueError, match="epochs must be at least 1, not 0"):
        TrainableNli(str(tmp_path), {}, {"epochs": 0})
