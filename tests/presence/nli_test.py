"""Miniature models of three architectures against plain transformers, one pair at a time and without padding."""

import json
import logging
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.build_once import BuildOnce
from sacrerouge_litepyramid.core.pairs import Group, Pair
from sacrerouge_litepyramid.core.probabilities import presence_measures
from sacrerouge_litepyramid.models import classifier
from sacrerouge_litepyramid.presence.nli import NliPresence
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.registry import build

PAIRS = list(miniature.pairs_of_many_lengths())
MODELS: dict[str, tuple[Callable[..., Path], list[str], list[int]]] = {
    "roberta": (miniature.save_roberta, ["entailment", "neutral", "contradiction"], [0, 1, 2]),
    "bert": (miniature.save_bert, ["CONTRADICTION", "ENTAILMENT", "NEUTRAL"], [1, 2, 0]),
    "deberta": (miniature.save_deberta, ["contradiction", "neutral", "entailment"], [2, 1, 0]),
    "two-class": (miniature.save_bert, ["not_entailment", "entailment"], [1, 0]),
}


@pytest.fixture(scope="session")
def folders(build_once: BuildOnce) -> dict[str, Path]:
    root = build_once("nli", lambda root: [save(root / name, labels) for name, (save, labels, _) in MODELS.items()])
    return {name: root / name for name in MODELS}


@pytest.fixture
def roberta(folders: dict[str, Path], tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(folders["roberta"], tmp_path / "roberta"))


def plain_logits(folder: Path, pairs: Sequence[Pair], max_length: int = 128) -> np.ndarray:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder, dtype=torch.float32).eval()
    rows = []
    for summary, unit in pairs:
        inputs = tokenizer(summary, unit, truncation=True, max_length=max_length, return_tensors="pt")
        with torch.no_grad():
            rows.append(model(**inputs).logits[0].numpy())
    return np.stack(rows)


def nli(folder: Path, **settings: Any) -> NliPresence:
    return NliPresence(model=str(folder), **{"max_length": 128, "device": "cpu", **settings})


def assert_same_presence(logits: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(logits, expected, atol=1e-4)
    for name, values in presence_measures(expected).items():
        np.testing.assert_allclose(presence_measures(logits)[name], values, atol=1e-5, err_msg=name)


@pytest.mark.parametrize("tokens_per_batch", [1, 150, 8192, None])
@pytest.mark.parametrize("name", MODELS)
def test_predictions_equal_plain_transformers(
    folders: dict[str, Path], name: str, tokens_per_batch: int | None
) -> None:
    expected = plain_logits(folders[name], PAIRS)[:, MODELS[name][2]]
    assert np.abs(expected - expected[0]).max() > 0.1
    logits = nli(folders[name], tokens_per_batch=tokens_per_batch).predict_pairs(PAIRS)
    assert logits.dtype == np.float32
    assert_same_presence(logits, expected)


def test_the_order_of_the_pairs_is_kept(folders: dict[str, Path]) -> None:
    order = np.random.default_rng(3).permutation(len(PAIRS))
    model = nli(folders["roberta"], tokens_per_batch=200)
    shuffled = model.predict_pairs([PAIRS[index] for index in order])
    assert_same_presence(shuffled, model.predict_pairs(PAIRS)[order])


def test_pairs_tokenised_in_many_parts_keep_their_order_and_are_counted(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(classifier, "PAIRS_IN_FIRST_CHUNK", 2)
    monkeypatch.setattr(classifier, "PAIRS_PER_CHUNK", 3)
    pairs = [*PAIRS, *(Pair(" ".join(miniature.TEXTS * 2), text) for text in miniature.TEXTS)]
    assert len(pairs) > 8
    model = nli(folders["bert"], max_length=40)
    assert_same_presence(model.predict_pairs(pairs), plain_logits(folders["bert"], pairs, max_length=40)[:, [1, 2, 0]])
    too_long = sum(len(row["input_ids"]) > 40 for row in nli(folders["bert"])._classifier.tokenize(pairs))
    assert too_long > 5
    assert f"{too_long} of {len(pairs)} text pairs are longer than max_length 40 " in caplog.text


@pytest.mark.parametrize("name", MODELS)
def test_truncation_equals_plain_transformers_and_is_counted(
    folders: dict[str, Path], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    long_unit = Pair(PAIRS[0].summary, " ".join(miniature.TEXTS * 3))
    pairs = [PAIRS[0], long_unit, PAIRS[-1]]
    logits = nli(folders[name], max_length=40).predict_pairs(pairs)
    assert_same_presence(logits, plain_logits(folders[name], pairs, max_length=40)[:, MODELS[name][2]])
    assert "2 of 3 text pairs are longer than max_length 40 tokens and were truncated" in caplog.text


@pytest.mark.parametrize("name", ["roberta", "bert"])
def test_max_length_stays_within_the_positions(
    folders: dict[str, Path], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    pairs = [Pair(" ".join(miniature.TEXTS * 4), "The bridge opened .")]
    logits = nli(folders[name], max_length=400).predict_pairs(pairs)
    assert "max_length 400 is more than the model's 128 positions; using 128" in caplog.text
    assert_same_presence(logits, plain_logits(folders[name], pairs, max_length=128)[:, MODELS[name][2]])


def test_nothing_is_said_about_pairs_that_fit_and_no_progress_without_a_terminal(
    folders: dict[str, Path], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    nli(folders["roberta"]).predict_pairs(PAIRS)
    assert caplog.text == ""
    assert "presence" not in capfd.readouterr().err


class Recording(NliPresence):
    """Keeps the pairs that reach the model."""

    def predict_pairs(self, pairs: Sequence[Pair]) -> np.ndarray:
        self.seen = list(pairs)
        return super().predict_pairs(pairs)


def test_a_pair_that_comes_twice_is_judged_once(folders: dict[str, Path]) -> None:
    model = Recording(model=str(folders["bert"]), max_length=128, device="cpu")
    first, second = Group("A bridge opened .", ("bridge", "tolls", "bridge")), Group("Tolls rise .", ("tolls",))
    results = model.predict([first, second, first])
    assert model.seen == [("A bridge opened .", "bridge"), ("A bridge opened .", "tolls"), ("Tolls rise .", "tolls")]
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


def test_weights_are_read_once(roberta: Path) -> None:
    model = nli(roberta)
    first = model.predict_pairs(PAIRS)
    shutil.rmtree(roberta)
    np.testing.assert_array_equal(model.predict_pairs(PAIRS), first)


def test_identity_states_what_makes_the_predictions(folders: dict[str, Path]) -> None:
    identity = nli(folders["bert"], tokens_per_batch=64).identity()
    revision = identity.pop("revision")
    assert revision.startswith("sha256:")
    assert identity == {
        "type": "nli",
        "model": "bert",
        "labels": ["CONTRADICTION", "ENTAILMENT", "NEUTRAL"],
        "max_length": 128,
        "precision": "fp32",
    }
    assert nli(folders["bert"], tokens_per_batch=1).identity() == {**identity, "revision": revision}
    json.dumps(identity)


@pytest.mark.parametrize("file", ["model.safetensors", "config.json", "tokenizer.json"])
def test_identity_follows_the_content_of_the_files(roberta: Path, tmp_path: Path, file: str) -> None:
    copy = Path(shutil.copytree(roberta, tmp_path / "elsewhere" / "roberta"))
    assert nli(copy).identity() == nli(roberta).identity()
    with (copy / file).open("ab") as out:
        out.write(b"\n")
    assert nli(copy).identity() != nli(roberta).identity()


@pytest.mark.parametrize(
    ("labels", "columns"),
    [(["contradiction", "entailment", "neutral"], [1, 2, 0]), (["entailment", "neutral", "contradiction"], [0, 1, 2])],
)
def test_labels_can_be_given(folders: dict[str, Path], labels: list[str], columns: list[int]) -> None:
    model = nli(folders["roberta"], labels=labels)
    assert_same_presence(model.predict_pairs(PAIRS), plain_logits(folders["roberta"], PAIRS)[:, columns])


def test_unnamed_labels_are_an_error_unless_given(tmp_path: Path) -> None:
    folder = miniature.save_roberta(tmp_path / "unnamed", ["LABEL_0", "LABEL_1", "LABEL_2"])
    with pytest.raises(ValueError, match="LABEL_0.*give the argument labels"):
        nli(folder).predict_pairs(PAIRS)
    assert nli(folder, labels=list(miniature.THREE_LABELS)).predict_pairs(PAIRS[:1]).shape == (1, 3)


def test_labels_must_be_as_many_as_the_outputs(folders: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match="labels has 2 names, but the model has 3 outputs"):
        _ = nli(folders["bert"], labels=["entailment", "not_entailment"]).classes


def test_torch_weights_serve_where_there_are_no_safetensors(folders: dict[str, Path], roberta: Path) -> None:
    import torch
    from safetensors.torch import load_file

    torch.save(load_file(roberta / "model.safetensors"), roberta / "pytorch_model.bin")
    (roberta / "model.safetensors").unlink()
    ours, theirs = (classifier.load_weights(folder, "fp32").state_dict() for folder in (roberta, folders["roberta"]))
    assert ours.keys() == theirs.keys() and all(torch.equal(ours[name], theirs[name]) for name in ours)
    # The weights are equal to the bit; torch's products of them may differ in the last one.
    np.testing.assert_allclose(
        nli(roberta).predict_pairs(PAIRS), nli(folders["roberta"]).predict_pairs(PAIRS), atol=1e-6
    )
    before = nli(roberta).identity()
    torch.save({}, roberta / "pytorch_model.bin")
    assert nli(roberta).identity() != before


def test_vocabulary_and_merges_serve_where_there_is_no_tokenizer_json(folders: dict[str, Path], roberta: Path) -> None:
    from tokenizers import Tokenizer

    Tokenizer.from_file(str(roberta / "tokenizer.json")).model.save(str(roberta))
    for file in roberta.glob("tokenizer*"):
        file.unlink()
    np.testing.assert_array_equal(nli(roberta).predict_pairs(PAIRS), nli(folders["roberta"]).predict_pairs(PAIRS))


class Planted:
    """Unpickling it makes a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.folder),)


def test_torch_weights_cannot_run_code(roberta: Path, tmp_path: Path) -> None:
    (roberta / "model.safetensors").unlink()
    (roberta / "pytorch_model.bin").write_bytes(pickle.dumps({"weight": Planted(tmp_path / "planted")}, protocol=2))
    with pytest.raises(ValueError, match="cannot be loaded"):
        nli(roberta).predict_pairs(PAIRS)
    assert not (tmp_path / "planted").exists()


def test_code_of_a_model_is_not_run(roberta: Path, tmp_path: Path) -> None:
    (roberta / "own.py").write_text(f"import os\nos.mkdir({str(tmp_path / 'planted')!r})\nclass Own: pass\n")
    config = json.loads((roberta / "config.json").read_text())
    config.update(model_type="own", auto_map={"AutoConfig": "own.Own"})
    (roberta / "config.json").write_text(json.dumps(config))
    with pytest.raises(ValueError, match="cannot be loaded"):
        _ = nli(roberta).classes
    assert not (tmp_path / "planted").exists()


@pytest.fixture
def transformers_log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What transformers logs, which it passes to no logger but its own."""
    logger = logging.getLogger("transformers")
    logger.addHandler(caplog.handler)
    yield caplog
    logger.removeHandler(caplog.handler)


def test_a_model_without_classification_head_is_refused_in_one_line(
    roberta: Path, transformers_log: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    from transformers import RobertaModel

    labels = json.loads((roberta / "config.json").read_text())["id2label"]
    RobertaModel.from_pretrained(roberta).save_pretrained(roberta)
    config = json.loads((roberta / "config.json").read_text())
    (roberta / "config.json").write_text(json.dumps({**config, "id2label": labels}))
    transformers_log.clear()
    capfd.readouterr()
    with pytest.raises(ValueError) as failure:
        nli(roberta).predict_pairs(PAIRS)
    assert str(failure.value) == (
        f"model '{roberta}' has no classification head (its checkpoint lacks classifier.dense.bias, "
        "classifier.dense.weight, classifier.out_proj.bias, classifier.out_proj.weight); give a model that is "
        "finetuned for NLI, such as 'shiyue/roberta-large-tac08'"
    )
    assert (transformers_log.text, capfd.readouterr().err) == ("", "")


def test_an_encoder_is_refused_by_its_configuration_not_by_its_labels(roberta: Path) -> None:
    from transformers import RobertaForMaskedLM

    config = json.loads((roberta / "config.json").read_text())
    (roberta / "config.json").write_text(json.dumps({**config, "id2label": {"0": "LABEL_0", "1": "LABEL_1"}}))
    RobertaForMaskedLM.from_pretrained(roberta).save_pretrained(roberta)
    message = (
        r"roberta' has no classification head \(by its config.json it is a RobertaForMaskedLM\); "
        "give a model that is finetuned for NLI, such as"
    )
    with pytest.raises(ValueError, match=message):
        _ = nli(roberta).classes
    with pytest.raises(ValueError, match=r"roberta' has no classification head \(its checkpoint lacks classifier"):
        nli(roberta, labels=["entailment", "not_entailment"]).predict_pairs(PAIRS)


def test_a_checkpoint_that_lacks_a_layer_is_refused(roberta: Path) -> None:
    from safetensors.numpy import load_file, save_file

    weights = load_file(roberta / "model.safetensors")
    kept = {name: value for name, value in weights.items() if "layer.1." not in name}
    save_file(kept, roberta / "model.safetensors")
    message = r"roberta' lacks weights of its encoder \(roberta.encoder.layer.1.*, …\); copy or download all its files$"
    with pytest.raises(ValueError, match=message):
        nli(roberta).predict_pairs(PAIRS)


def test_a_folder_without_weights_is_refused(roberta: Path) -> None:
    (roberta / "model.safetensors").unlink()
    with pytest.raises(ValueError, match="roberta' has no weights"):
        nli(roberta).predict_pairs(PAIRS)


def test_a_folder_without_tokenizer_is_refused(roberta: Path) -> None:
    (roberta / "tokenizer.json").unlink()
    with pytest.raises(ValueError, match="roberta' has no tokeniser"):
        nli(roberta).predict_pairs(PAIRS)


def test_a_folder_without_config_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be loaded.*Give the path of a folder with config.json"):
        _ = nli(tmp_path).classes


def test_a_path_that_is_not_there_is_refused_at_first_use(tmp_path: Path) -> None:
    model = nli(tmp_path / "nothing")
    with pytest.raises(
        ValueError, match="nothing' cannot be found. Give the path of a folder .* or a Hugging Face hub"
    ):
        model.predict_pairs(PAIRS)


def test_a_revision_of_a_folder_is_refused(folders: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match="revision 'main' is for hub models"):
        nli(folders["bert"], revision="main")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"device": "tpu"}, "device 'tpu' is unknown"),
        ({"precision": "int4"}, "precision 'int4' is unknown"),
        ({"precision": "int8", "device": "cuda"}, "precision 'int8' needs device 'cpu'"),
        ({"precision": "fp16"}, "precision 'fp16' needs a CUDA device"),
        ({"max_length": 7}, "max_length must be at least 8 tokens, not 7"),
        ({"tokens_per_batch": 0}, "tokens_per_batch must be at least 1, not 0"),
    ],
)
def test_wrong_settings_are_refused_at_once(folders: dict[str, Path], settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        nli(folders["bert"], **settings)


def test_bf16_is_near_fp32(folders: dict[str, Path]) -> None:
    exact = nli(folders["bert"]).predict_pairs(PAIRS)
    half = nli(folders["bert"], precision="bf16")
    assert half.identity()["precision"] == "bf16"
    logits = half.predict_pairs(PAIRS)
    assert logits.dtype == np.float32
    assert 0 < np.abs(logits - exact).max() < 0.1


def test_int8_is_near_fp32(folders: dict[str, Path]) -> None:
    exact = nli(folders["roberta"]).predict_pairs(PAIRS)
    small = nli(folders["roberta"], precision="int8")
    assert small.identity()["precision"] == "int8"
    logits = small.predict_pairs(PAIRS)
    assert logits.dtype == np.float32
    assert 0 < np.abs(logits - exact).max() < 0.2
    assert small._classifier.model.classifier.dense.weight().dtype != small._classifier.model.dtype


@pytest.mark.skipif(shutil.which("g++") is None, reason="torch.compile needs a C++ compiler on the CPU")
def test_a_compiled_model_gives_the_same(tmp_path: Path) -> None:
    """Of one layer: torch compiles for seconds, and longer for each."""
    folder = miniature.save_roberta(tmp_path / "roberta", num_hidden_layers=1)
    model = nli(folder, tokens_per_batch=150, compile=True)
    assert_same_presence(model.predict_pairs(PAIRS), plain_logits(folder, PAIRS))
    assert model.identity() == nli(folder).identity()


def test_missing_packages_name_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(ImportError, match=r'needs transformers: pip install "sacrerouge-litepyramid\[nli\]"'):
        NliPresence()


def test_it_is_built_from_a_config(folders: dict[str, Path]) -> None:
    labels = ["neutral", "contradiction", "entailment"]
    settings = {"type": "nli", "model": str(folders["roberta"]), "labels": labels, "tokens_per_batch": 64}
    model = build(PresenceModel, settings)
    assert isinstance(model, NliPresence)
    assert (model.identity()["labels"], model.placement.tokens_per_batch) == (labels, 64)


HUB_SCRIPT = """
import json, sys
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.presence.nli import NliPresence
for settings in json.loads(sys.argv[1]):
    try:
        model = NliPresence(**settings, max_length=128, device="cpu")
        answer = {"identity": model.identity(), "logits": model.predict_pairs([Pair("A bridge .", "Tolls")]).tolist()}
    except ValueError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))
"""


def answers_from_hub_cache(home: Path, settings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """In a process of its own: the hub's library reads its environment when it is imported."""
    environment = {**os.environ, "HF_HOME": str(home), "HF_HUB_OFFLINE": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("HF_HUB_CACHE", None)
    done = subprocess.run(
        [sys.executable, "-c", HUB_SCRIPT, json.dumps(settings)],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_hub_models_are_known_by_their_commit(tmp_path: Path) -> None:
    repository = tmp_path / "hub" / "models--shiyue--miniature"
    (repository / "refs").mkdir(parents=True)
    commits = {"main": "a" * 40, "v2": "b" * 40}
    for name, commit in commits.items():
        (repository / "refs" / name).write_text(commit)
    unnamed = miniature.save_roberta(repository / "snapshots" / commits["main"], ["LABEL_0", "LABEL_1", "LABEL_2"])
    second = miniature.save_bert(repository / "snapshots" / commits["v2"], ["neutral", "contradiction", "entailment"])
    main, v2, pinned, no_revision, no_model = answers_from_hub_cache(
        tmp_path,
        [
            {"model": "shiyue/miniature"},
            {"model": "shiyue/miniature", "revision": "v2"},
            {"model": "shiyue/miniature", "revision": commits["v2"]},
            {"model": "shiyue/miniature", "revision": "v3"},
            {"model": "shiyue/nothing"},
        ],
    )
    pair = [Pair("A bridge .", "Tolls")]
    assert (main["identity"]["model"], main["identity"]["revision"]) == ("shiyue/miniature", commits["main"])
    assert main["identity"]["labels"] == ["entailment", "neutral", "contradiction"]
    np.testing.assert_allclose(main["logits"], plain_logits(unnamed, pair), atol=1e-5)
    assert v2["identity"]["revision"] == commits["v2"]
    np.testing.assert_allclose(v2["logits"], plain_logits(second, pair)[:, [2, 0, 1]], atol=1e-5)
    assert pinned == v2
    assert "model 'shiyue/miniature' (revision 'v3') cannot be found" in no_revision["error"]
    assert "model 'shiyue/nothing' cannot be found" in no_model["error"]
    assert "HF_HOME" in no_model["error"]
