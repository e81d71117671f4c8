"""Miniature language models that were taught their answers: sentences to facts, and what goes wrong on the way."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.build_once import BuildOnce
from helpers.teaching import teach
from sacrerouge_litepyramid.core.texts import SPLITTER
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.extraction.generative import GenerativeExtractor
from sacrerouge_litepyramid.registry import build

PROMPT = "{sentence} Facts :"
SENTENCES = ("The mayor opened a bridge .", "Tolls rise daily .", "A band played and the ferry sank .", "It rained .")
FACTS = (("the mayor opened", "a bridge"), ("tolls rise",), ("a band played", "the ferry sank"), ())
REFERENCE = list(SENTENCES)


def answer(facts: tuple[str, ...], output_format: str) -> str:
    if not facts:
        return "it rained"
    if output_format == "json":
        return json.dumps(list(facts))
    return "\n".join(f"{'*' if facts == FACTS[2] else '-'} {fact}" for fact in facts)


@pytest.fixture(scope="session")
def taught(build_once: BuildOnce) -> dict[str, Path]:
    """ "t5" answers in JSON, "gpt2" in lines, the third sentence with other bullets; neither has facts for the last."""
    root = build_once("taught-extraction", teach_both)
    return {name: root / name for name in ("t5", "gpt2")}


def teach_both(root: Path) -> None:
    folders = {"t5": miniature.save_t5(root / "t5"), "gpt2": miniature.save_gpt2(root / "gpt2")}
    for name, output_format in (("t5", "json"), ("gpt2", "lines")):
        prompts = (PROMPT.replace("{sentence}", sentence) for sentence in SENTENCES)
        answers = (answer(facts, output_format) for facts in FACTS)
        teach(folders[name], dict(zip(prompts, answers, strict=True)))


def generative(folder: Path, **settings: Any) -> GenerativeExtractor:
    given = {"prompt": PROMPT, "max_new_tokens": 40, "device": "cpu", **settings}
    return GenerativeExtractor(model=str(folder), **given)


def expected_units() -> list[Unit]:
    return [
        Unit(text, kind="stu", sentence=index)
        for index, sentence in enumerate(SENTENCES)
        for text in FACTS[index] or (sentence,)
    ]


@pytest.mark.parametrize("tokens_per_batch", [1, 150, None])
@pytest.mark.parametrize(("name", "output_format", "repaired"), [("t5", "json", 0), ("gpt2", "lines", 1)])
def test_sentences_become_facts_in_every_batch(
    taught: dict[str, Path],
    name: str,
    output_format: str,
    repaired: int,
    tokens_per_batch: int | None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    extractor = generative(taught[name], output_format=output_format, tokens_per_batch=tokens_per_batch)
    assert extractor.extract([REFERENCE, "", " ".join(SENTENCES), ["...", SENTENCES[1]]]) == [
        expected_units(),
        [],
        expected_units(),
        [Unit("tolls rise", kind="stu", sentence=1)],
    ]
    assert f"answers to 4 sentences {repaired} were repaired and 1 refused" in caplog.text


def plain_answers(folder: Path, prompts: list[str], max_new_tokens: int) -> list[str]:
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

    seq2seq = AutoConfig.from_pretrained(folder).is_encoder_decoder
    model = (AutoModelForSeq2SeqLM if seq2seq else AutoModelForCausalLM).from_pretrained(folder).eval()
    # BART's end mark at the limit would make an answer that was cut off look finished.
    model.generation_config.forced_eos_token_id = None
    tokenizer = AutoTokenizer.from_pretrained(folder)
    answers = []
    for prompt in prompts:
        inputs = tokenizer(prompt, return_tensors="pt")
        output = model.generate(**inputs, max_new_tokens=max_new_tokens, do_sample=False, pad_token_id=1)[0]
        begin = 0 if seq2seq else inputs["input_ids"].shape[1]
        answers.append(tokenizer.decode(output[begin:], skip_special_tokens=True).strip())
    return answers


@pytest.mark.parametrize("save", [miniature.save_t5, miniature.save_bart, miniature.save_gpt2, miniature.save_llama])
def test_answers_equal_plain_transformers(tmp_path: Path, save: Any) -> None:
    from sacrerouge_litepyramid.models.answers import generate
    from sacrerouge_litepyramid.models.language_model import LanguageModel

    folder = save(tmp_path / "model")
    model = LanguageModel(folder, "cpu", "fp32")
    prompts = [PROMPT.replace("{sentence}", text) for text in (*miniature.TEXTS, *SENTENCES)]
    expected = plain_answers(folder, prompts, max_new_tokens=12)
    assert len(set(expected)) > 1
    for tokens_per_batch in (1, 120, 4096):
        answers = generate(model, model.encode(prompts), max_new_tokens=12, tokens_per_batch=tokens_per_batch)
        assert [each.text for each in answers] == expected


def test_penalties_of_the_models_authors_are_not_followed(taught: dict[str, Path], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(taught["gpt2"], tmp_path / "gpt2"))
    config = json.loads((folder / "generation_config.json").read_text())
    config.update(do_sample=True, temperature=3.0, repetition_penalty=5.0)
    (folder / "generation_config.json").write_text(json.dumps(config))
    assert generative(folder).extract([REFERENCE]) == [expected_units()]


def test_an_answer_that_is_cut_off_loses_its_last_line(
    taught: dict[str, Path], caplog: pytest.LogCaptureFixture
) -> None:
    from transformers import AutoTokenizer

    first_fact = AutoTokenizer.from_pretrained(taught["gpt2"])("- the mayor opened\n-")["input_ids"]
    units = generative(taught["gpt2"], max_new_tokens=len(first_fact)).extract([[SENTENCES[0]]])
    assert units == [[Unit("the mayor opened", kind="stu", sentence=0)]]
    assert "1 sentences 1 were repaired and 0 refused" in caplog.text


def test_good_answers_say_nothing(taught: dict[str, Path], caplog: pytest.LogCaptureFixture) -> None:
    assert len(generative(taught["gpt2"]).extract([SENTENCES[1]])[0]) == 1
    assert caplog.text == ""


def test_the_reference_is_cut_where_it_does_not_fit_and_never_the_sentence(
    taught: dict[str, Path], caplog: pytest.LogCaptureFixture
) -> None:
    prompt = "{reference} | {sentence}"
    long = [*miniature.TEXTS, "It rained ."]
    units = generative(taught["gpt2"], prompt=prompt, max_length=30).extract([long, ["It rained ."]])
    assert "6 of 7 references were cut to fit a prompt of 30 tokens" in caplog.text
    assert {unit.sentence for unit in units[0]} == set(range(6))


def test_a_sentence_that_does_not_fit_is_its_own_unit(
    taught: dict[str, Path], caplog: pytest.LogCaptureFixture
) -> None:
    long = " ".join(miniature.TEXTS[0].split() * 5)
    units = generative(taught["gpt2"], max_length=60).extract([[SENTENCES[1], long]])
    assert units == [[Unit("tolls rise", kind="stu", sentence=0), Unit(long, kind="stu", sentence=1)]]
    assert "1 refused (the sentence is the unit; too long prompts: 1)" in caplog.text


def test_answers_must_leave_room_for_prompts(taught: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match="max_new_tokens 128 leaves none of the model's 128 positions for the prompt"):
        generative(taught["gpt2"], max_new_tokens=128).extract([REFERENCE])


def test_no_sentences_need_no_model() -> None:
    assert GenerativeExtractor(model="not/there", device="cpu").extract(["", "..."]) == [[], []]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"prompt": "Facts of {reference}:"}, r"lacks \{sentence\}"),
        ({"prompt": "{sentence} {unit}"}, r"unknown placeholder \{unit\}; known: \{sentence\}, \{reference\}"),
        ({"output_format": "xml"}, "output_format 'xml' is unknown; known: lines, json"),
        ({"max_length": 0}, "max_length must be at least 1 token, not 0"),
        ({"max_new_tokens": 0}, "max_new_tokens must be at least 1 token, not 0"),
        ({"tokens_per_batch": 0}, "tokens_per_batch must be at least 1, not 0"),
    ],
)
def test_wrong_settings_are_refused_at_once(taught: dict[str, Path], settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        generative(taught["t5"], **settings)


def test_it_is_built_by_name(taught: dict[str, Path]) -> None:
    description = json.dumps({"type": "generative", "model": str(taught["t5"]), "prompt": PROMPT, "device": "cpu"})
    extractor = build(UnitExtractor, description)
    assert isinstance(extractor, GenerativeExtractor) and extractor.placement.device == "cpu"
    identity = extractor.identity()
    assert identity.pop("revision").startswith("sha256:")
    assert identity == {
        "type": "generative",
        "model": "t5",
        "prompt": PROMPT,
        "output_format": "lines",
        "chat_template": False,
        "max_length": 2048,
        "max_new_tokens": 256,
        "sampling": None,
        "precision": "fp32",
        "parser": 1,
        "splitter": SPLITTER,
    }
    json.dumps(identity)


def test_default_prompts_ask_for_the_format(taught: dict[str, Path]) -> None:
    lines, as_json = (GenerativeExtractor(model="m", output_format=name).prompt.template for name in ("lines", "json"))
    assert '"- "' in lines and "JSON list" in as_json and lines.count("{sentence}") == as_json.count("{sentence}") == 1
