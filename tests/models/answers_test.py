"""Generated answers and where they end."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")


from helpers import miniature
from sacrerouge_litepyramid.models.answers import decode_answer, generate
from sacrerouge_litepyramid.models.language_model import LanguageModel


@pytest.fixture(scope="module", params=["gpt2", "t5"])
def model(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> LanguageModel:
    folder: Path = getattr(miniature, f"save_{request.param}")(
        tmp_path_factory.mktemp("models") / request.param
    )
    return LanguageModel(folder, "cpu", "fp32")


def test_an_answer_ends_at_the_end_token(model: LanguageModel) -> None:
    ids = model.tokenizer("The mayor", add_special_tokens=False)["input_ids"]
    assert (
        decode_answer(model, [*ids, *model.end_ids, *ids])
        == decode_answer(model, ids)
        == "The mayor"
    )
    assert decode_answer(model, []) == ""


PROMPTS = [f"{text} Facts :" for text in miniature.TEXTS]


def answer_plainly(folder: Path) -> list[str]:
    """Answers each of PROMPTS alone by transformers' own generate, greedily."""
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

    seq2seq = AutoConfig.from_pretrained(folder).is_encoder_decoder
    model = (
        (AutoModelForSeq2SeqLM if seq2seq else AutoModelForCausalLM).from_pretrained(folder).eval()
    )
    # BART's end mark, forced at the limit, is none of the answer's own tokens.
    model.generation_config.forced_eos_token_id = None
    tokenizer = AutoTokenizer.from_pretrained(folder)
    answers = []
    for prompt in PROMPTS:
        inputs = tokenizer(prompt, return_tensors="pt")
        output = model.generate(**inputs, max_new_tokens=12, do_sample=False, pad_token_id=1)[0]
        begin = 0 if seq2seq else inputs["input_ids"].shape[1]
        answers.append(tokenizer.decode(output[begin:], skip_special_tokens=True).strip())
    return answers


@pytest.mark.parametrize(
    "save", [miniature.save_t5, miniature.save_bart, miniature.save_gpt2, miniature.save_llama]
)
def test_answers_equal_plain_transformers(tmp_path: Path, save: Any) -> None:
    """In every batch, and whatever sampling and penalties the model's authors saved."""
    folder = save(tmp_path / "model")
    expected = answer_plainly(folder)
    assert len(set(expected)) > 1
    path = folder / "generation_config.json"
    saved = json.loads(path.read_text("utf-8"))
    path.write_text(
        json.dumps({**saved, "do_sample": True, "temperature": 3.0, "repetition_penalty": 5.0}),
        "utf-8",
    )
    model = LanguageModel(folder, "cpu", "fp32")
    for tokens_per_batch in (1, 120, 4096):
        prompts = model.encode(PROMPTS)
        assert generate(model, prompts, 12, tokens_per_batch, title="answers") == expected
