"""Miniature language models against plain transformers with one label of one pair at a time."""

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.build_once import BuildOnce
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.generative import GenerativeJudge

PAIRS = list(miniature.pairs_of_many_lengths())
PROMPT = "{summary} So : {unit} ?"
CHAT = (
    "{% for turn in messages %}[{{ turn['role'] }}] {{ turn['content'] }} {{ eos_token }}{% "
    "endfor %}[answer]"
)
MODELS: dict[str, Callable[[Path], Path]] = {
    "t5": miniature.save_t5,
    "bart": miniature.save_bart,
    "gpt2": lambda folder: miniature.save_gpt2(folder, n_positions=160),
    "llama": miniature.save_llama,
}
#: for these tokenisers, "1" and "0" are one token each, "yes" and "no" several
LABELS = (["1", "0"], ["yes", "no"], ["the", "1"])


@pytest.fixture(scope="session")
def folders(build_once: BuildOnce) -> dict[str, Path]:
    root = build_once(
        "language-models", lambda root: [save(root / name) for name, save in MODELS.items()]
    )
    return {name: root / name for name in MODELS}


def generative(folder: Path, **settings: Any) -> GenerativeJudge:
    defaults = {"prompt": PROMPT, "max_length": 128, "device": "cpu", "precision": "fp32"}
    return GenerativeJudge(model=str(folder), **{**defaults, **settings})


def plain_scores(
    folder: Path, prompts: Sequence[str], labels: Sequence[str], space: str = " "
) -> np.ndarray:
    """Return the sums of the labels' token log-probabilities, with a forward pass for each."""
    import torch
    from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    seq2seq = folder.name in ("t5", "bart")
    model = (
        (AutoModelForSeq2SeqLM if seq2seq else AutoModelForCausalLM).from_pretrained(folder).eval()
    )
    start = {"t5": [0], "bart": [2, 0]}.get(folder.name)
    rows = []
    for prompt in prompts:
        for label in labels:
            label_ids = tokenizer(label if seq2seq else space + label, add_special_tokens=False)[
                "input_ids"
            ]
            ids = tokenizer(prompt)["input_ids"]
            with torch.no_grad():
                if seq2seq:
                    answer = torch.tensor([[*start, *label_ids]])
                    logits = model(input_ids=torch.tensor([ids]), decoder_input_ids=answer).logits[
                        0
                    ]
                else:
                    logits = model(input_ids=torch.tensor([[*ids, *label_ids]])).logits[0]
            log_probabilities = logits.log_softmax(dim=-1)[-len(label_ids) - 1 : -1]
            rows.append(
                sum(log_probabilities[place, token].item() for place, token in enumerate(label_ids))
            )
    return np.array(rows).reshape(len(prompts), len(labels))


def fill_prompts(pairs: Sequence[Pair]) -> list[str]:
    return [
        PROMPT.replace("{summary}", pair.summary).replace("{unit}", pair.unit) for pair in pairs
    ]


@pytest.mark.parametrize("labels", LABELS, ids="-".join)
@pytest.mark.parametrize("name", MODELS)
def test_predictions_equal_plain_transformers_with_batches_of_any_size(
    folders: dict[str, Path], name: str, labels: list[str]
) -> None:
    short = [pair for pair in PAIRS if len(pair.summary + pair.unit) < 260]
    expected = plain_scores(folders[name], fill_prompts(short), labels)
    assert np.abs(expected - expected[0]).max() > 0.02
    for tokens_per_batch in (1, 300, None):
        logits = generative(
            folders[name], labels=labels, tokens_per_batch=tokens_per_batch
        ).predict_pairs(short)
        assert logits.dtype == np.float32
        np.testing.assert_allclose(logits, expected, atol=1e-5, rtol=0)


def test_a_chat_template_wraps_the_prompt_and_writes_the_special_tokens(tmp_path: Path) -> None:
    folder = miniature.save_gpt2(tmp_path / "gpt2", chat_template=CHAT)
    logits = generative(folder, labels=["1", "no"], chat_template=True).predict_pairs(PAIRS[:3])
    wrapped = [f"[user] {prompt} </s>[answer]" for prompt in fill_prompts(PAIRS[:3])]
    np.testing.assert_allclose(
        logits, plain_scores(folder, wrapped, ["1", "no"], space=""), atol=1e-5, rtol=0
    )


@pytest.mark.parametrize("name", MODELS)
def test_bf16_is_near_fp32(folders: dict[str, Path], name: str) -> None:
    exact, half = (generative(folders[name], precision=precision) for precision in ("fp32", "bf16"))
    difference = np.abs(half.predict_pairs(PAIRS) - exact.predict_pairs(PAIRS))
    assert 0 < difference.max() < 0.1


def test_the_default_prompt_contains_the_summary_and_the_unit(folders: dict[str, Path]) -> None:
    model = GenerativeJudge(model=str(folders["t5"]), device="cpu", precision="fp32")
    question = "Does the text say that the statement is true? Answer with yes or no."
    prompt = f"Text: A bridge .\n\nStatement: Tolls\n\n{question}\nAnswer:"
    expected = plain_scores(folders["t5"], [prompt], ["yes", "no"])
    np.testing.assert_allclose(
        model.predict_pairs([Pair("A bridge .", "Tolls")]), expected, atol=1e-5, rtol=0
    )


@pytest.mark.parametrize("name", MODELS)
def test_truncation_only_cuts_the_summary_and_is_counted(
    folders: dict[str, Path], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    from transformers import AutoTokenizer

    long = Pair(" ".join(miniature.TEXTS), "The tolls rise again .")
    tokenizer = AutoTokenizer.from_pretrained(folders[name])
    words = long.summary.split()
    beginnings = [Pair(" ".join(words[:count]), long.unit) for count in range(len(words))]
    fitting = [
        pair for pair in beginnings if len(tokenizer(fill_prompts([pair])[0])["input_ids"]) <= 60
    ]
    assert 0 < len(fitting[-1].summary) < len(long.summary)
    logits = generative(folders[name], max_length=60).predict_pairs(
        [long, Pair("A bridge .", "Tolls")]
    )
    expected = plain_scores(folders[name], fill_prompts([fitting[-1]]), ["yes", "no"])
    np.testing.assert_allclose(logits[:1], expected, atol=1e-5, rtol=0)
    assert (
        "1 of 2 prompts are longer than max_length 60 tokens; their summaries were cut"
        in caplog.text
    )


@pytest.mark.parametrize(("name", "limit"), [("bart", 128), ("llama", 126), ("gpt2", 158)])
def test_max_length_is_limited_by_the_positions(
    folders: dict[str, Path], name: str, limit: int, caplog: pytest.LogCaptureFixture
) -> None:
    """In a causal model, the answer takes positions too.

    "yes" has three tokens, of which the last is not read.
    """
    logits = generative(folders[name], max_length=500).predict_pairs(
        [Pair(" ".join(miniature.TEXTS * 4), "Tolls")]
    )
    assert f"max_length 500 is more than the model's positions allow; using {limit}" in caplog.text
    assert np.isfinite(logits).all()


def test_a_unit_that_does_not_fit_is_refused(folders: dict[str, Path]) -> None:
    pairs = [PAIRS[0], Pair("A bridge .", " ".join(miniature.TEXTS))]
    with pytest.raises(
        ValueError,
        match="the prompt and the unit 'The mayor .* alone take more than 60 tokens; raise",
    ):
        generative(folders["t5"], max_length=60).predict_pairs(pairs)


@pytest.mark.parametrize("name", ["t5", "llama"])
def test_special_tokens_and_placeholders_in_a_text_have_no_effect(
    folders: dict[str, Path], name: str
) -> None:
    model = generative(folders[name])
    with_tokens = model.predict_pairs(
        [Pair("A</s>bridge", "<s>Tolls" if name == "llama" else "</s>Tolls")]
    )[0]
    plain = model.predict_pairs([Pair("A bridge", " Tolls")])[0]
    np.testing.assert_allclose(with_tokens, plain, atol=1e-5, rtol=0)
    braces = model.predict_pairs([Pair("the {unit} here", "Tolls")])
    assert np.abs(braces - model.predict_pairs([Pair("the Tolls here", "Tolls")])).max() > 1e-4


def test_no_pairs_need_no_model() -> None:
    assert GenerativeJudge(model="not/there", device="cpu").predict_pairs([]).shape == (0, 2)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"prompt": "Is {unit} so?"}, r"prompt 'Is \{unit\} so\?' lacks \{summary\}"),
        ({"prompt": "Is it so?"}, r"lacks \{summary\} and \{unit\}"),
        (
            {"prompt": "{summary} {unit} {fact}"},
            r"unknown placeholder \{fact\}; known: \{summary\}, \{unit\}",
        ),
        (
            {"labels": ["yes"]},
            r"labels must be two texts, for present and for absent, not \['yes'\]",
        ),
        ({"labels": ["yes", " "]}, "labels must be two texts"),
        ({"max_length": 0}, "max_length must be at least 1 token, not 0"),
        ({"precision": "int8"}, "precision 'int8' is unknown"),
    ],
)
def test_invalid_settings_are_refused_at_once(
    folders: dict[str, Path], settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        generative(folders["t5"], **settings)


@pytest.mark.parametrize(
    ("name", "labels"),
    [("t5", ["yes", " yes "]), ("gpt2", ["no", "no"]), ("gpt2", ["1", "10"]), ("t5", ["é", "è"])],
)
def test_labels_with_the_same_tokens_are_refused(
    folders: dict[str, Path], name: str, labels: list[str]
) -> None:
    with pytest.raises(
        ValueError, match=r"labels \[.*\] cannot be distinguished: their tokens are \[\["
    ):
        generative(folders[name], labels=labels).predict_pairs(PAIRS[:1])


def test_a_label_that_changes_the_prompts_last_token_is_refused(folders: dict[str, Path]) -> None:
    with pytest.raises(
        ValueError,
        match="label 'the' changes the prompt's last token; end the prompt with a mark such as a "
        "colon",
    ):
        generative(folders["gpt2"], prompt=PROMPT + " ", labels=["the", "no"]).predict_pairs(
            PAIRS[:1]
        )


@pytest.mark.parametrize("save", [miniature.save_roberta, miniature.save_bert])
def test_a_classifier_is_refused(tmp_path: Path, save: Callable[[Path], Path]) -> None:
    with pytest.raises(
        ValueError, match="ForSequenceClassification, not a causal or sequence-to-sequence language"
    ):
        generative(save(tmp_path / "classifier")).predict_pairs(PAIRS[:1])


def test_a_missing_chat_template_is_refused(folders: dict[str, Path]) -> None:
    with pytest.raises(
        ValueError, match="its tokeniser has no chat template; leave out chat_template"
    ):
        generative(folders["gpt2"], chat_template=True).predict_pairs(PAIRS[:1])


def test_the_identity_has_all_settings_that_determine_predictions(folders: dict[str, Path]) -> None:
    identity = generative(folders["t5"], tokens_per_batch=64, labels=["1", "0"]).identity()
    assert identity.pop("revision").startswith("sha256:")
    assert identity == {
        "type": "generative",
        "model": "t5",
        "prompt": PROMPT,
        "labels": ["1", "0"],
        "chat_template": False,
        "max_length": 128,
        "precision": "fp32",
        "texts": "as-written",
    }
    json.dumps(identity)


def test_the_message_about_a_missing_package_has_the_pip_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(
        ImportError, match=r"'generative' needs transformers: pip install .*\[nli\]"
    ):
        GenerativeJudge(model="t5")


def test_missing_weights_are_refused(tmp_path: Path, folders: dict[str, Path]) -> None:
    from safetensors.torch import load_file, save_file

    folder = Path(shutil.copytree(folders["t5"], tmp_path / "t5"))
    weights = load_file(folder / "model.safetensors")
    del weights["decoder.final_layer_norm.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(
        ValueError, match=r"its checkpoint lacks weights \(decoder.final_layer_norm.weight\)"
    ):
        generative(folder).predict_pairs(PAIRS[:1])
