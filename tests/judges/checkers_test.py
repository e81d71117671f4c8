"""Published fact checkers by name, with miniatures of their architectures in a hub cache."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.build_once import BuildOnce
from helpers.checker_models import REVISIONS, probability, save_checker, save_deberta_v3
from helpers.nli_models import nli
from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.checkers import CHECKERS, choose_settings
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.judges.passages import split_passages
from sacrerouge_litepyramid.registry import build

SHORT = [
    Pair(" ".join(miniature.TEXTS[:count]), unit)
    for count in (1, 3, 5)
    for unit in ("Tolls rise", "A bridge .")
]
SENTENCES = list(miniature.TEXTS) * 17
LONG = Pair(" ".join(SENTENCES), "Tolls rise")
ROBERTA, FLAN = "lytang/MiniCheck-RoBERTa-Large", "lytang/MiniCheck-Flan-T5-Large"
MINICHECK: dict[str, Any] = {
    "template": "{summary}</s>{unit}",
    "labels": ["not_entailment", "entailment"],
}


def judge_type(name: str) -> str:
    return "generative" if "5" in name else "nli"


@pytest.fixture(scope="session")
def hub(build_once: BuildOnce) -> Path:
    """Return a hub cache in which each checker has the requested revision."""

    def build(root: Path) -> None:
        for name, revision in REVISIONS.items():
            repository = root / "hub" / f"models--{name.replace('/', '--')}"
            (repository / "refs").mkdir(parents=True)
            (repository / "refs" / revision).write_text("a" * 40)
            save_checker(name, repository / "snapshots" / ("a" * 40))

    return build_once("checkers", build)


def snapshot(hub: Path, name: str) -> Path:
    return hub / "hub" / f"models--{name.replace('/', '--')}" / "snapshots" / ("a" * 40)


def ask(hub: Path, descriptions: list[dict[str, Any]], pairs: list[Pair]) -> list[dict[str, Any]]:
    """Return each judge's identity and logits, or its error, with the models of the hub alone."""
    answers = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(hub / "hub"))
        patch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
        for description in descriptions:
            try:
                judge = build(Judge, {**description, "device": "cpu", "precision": "fp32"})
                logits = judge.predict_pairs(pairs)
                answers.append({"identity": judge.identity(), "logits": logits})
            except ValueError as error:
                answers.append({"error": str(error)})
    return answers


def p2c(logits: Any) -> np.ndarray:
    return judge_measures(np.asarray(logits, dtype=np.float64))["p2c"]


@pytest.fixture(scope="module")
def answers(hub: Path) -> list[dict[str, Any]]:
    """Return the answers of all checkers, and of three other descriptions, about two summaries."""
    presets = [{"type": judge_type(name), "model": name} for name in REVISIONS]
    others = [
        {"type": "nli", "model": ROBERTA, "max_length": 100, "passages": 0},
        {
            "type": "nli",
            "model": ROBERTA,
            "template": "{unit}: {summary}",
            "labels": ["entailed", "absent"],
        },
        {"type": "nli", "model": FLAN},
    ]
    return ask(hub, [*presets, *others], [*SHORT, LONG])


def test_a_checkers_name_gives_the_probability_of_the_authors_code(
    hub: Path, answers: list[dict[str, Any]]
) -> None:
    for name, answer in zip(REVISIONS, answers, strict=False):
        expected = [probability(name, snapshot(hub, name), *pair) for pair in SHORT]
        assert np.ptp(expected) > 0.01, name
        np.testing.assert_allclose(p2c(answer["logits"])[:-1], expected, atol=1e-6, err_msg=name)
        preset = CHECKERS[judge_type(name)][name.lower()]
        stated = {key: value for key, value in preset.items() if key != "revision"}
        assert answer["identity"] == {**answer["identity"], **stated, "revision": "a" * 40}


def authors_chunks(sentences: list[str], limit: int, lengths: list[int]) -> list[str]:
    chunks: list[list[str]] = [[]]
    total = 0
    for sentence, length in zip(sentences, lengths, strict=True):
        if total + length > limit and chunks[-1]:
            chunks.append([])
            total = 0
        chunks[-1].append(sentence)
        total += length
    return [" ".join(chunk) for chunk in chunks]


@pytest.mark.parametrize("name", [name for name in REVISIONS if "MiniCheck" in name])
def test_the_best_passage_equals_that_of_the_authors_code(
    hub: Path, answers: list[dict[str, Any]], name: str
) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(snapshot(hub, name))
    ids = tokenizer(SENTENCES, add_special_tokens=False)["input_ids"]
    lengths = [len(text.split()) for text in SENTENCES] if name == FLAN else [*map(len, ids)]
    chunks = authors_chunks(SENTENCES, 500 if name == FLAN else 400, lengths)
    assert len(chunks) > 1 and all(chunk.count(" . ") for chunk in chunks)
    expected = [probability(name, snapshot(hub, name), chunk, LONG.unit) for chunk in chunks]
    assert np.ptp(expected) > 1e-4
    answer = answers[list(REVISIONS).index(name)]
    np.testing.assert_allclose(p2c(answer["logits"])[-1], max(expected), atol=1e-6)


def test_explicit_settings_take_precedence_and_another_judge_is_suggested(
    answers: list[dict[str, Any]],
) -> None:
    long, custom, wrong = answers[-3:]
    assert long["identity"]["max_length"] == 100 and "passages" not in long["identity"]
    assert custom["identity"]["template"] == "{unit}: {summary}"
    assert custom["identity"]["labels"] == ["entailed", "absent"]
    assert (
        wrong["error"]
        == f'the model {FLAN!r} is not for the judge \'nli\'; use "type": "generative"'
    )


def test_other_models_have_no_preset() -> None:
    settings = {"passages": None, "template": None}
    chosen = choose_settings("nli", "shiyue/roberta-large-tac08", settings, {"passages": 0})
    assert chosen == {"passages": 0, "template": None}
    with pytest.raises(
        ValueError, match="passages must be at least 32, not 31: a sentence is too short"
    ):
        NliJudge("a/b", passages=31)
    with pytest.raises(ValueError, match=r"lacks \{unit\}"):
        NliJudge("a/b", template="{summary}")


@pytest.fixture(scope="module")
def roberta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return miniature.save_roberta(
        tmp_path_factory.mktemp("checker") / "roberta", ("LABEL_0", "LABEL_1")
    )


@pytest.mark.parametrize(
    "summary",
    [
        "word " * 3000,
        "x" * 5000,
        "。" * 2000,
        "</s>" * 900,
        "- a\n\n\n" * 400,
        ". " * 900,
        "🌉" * 700,
        "\u2028" * 500,
    ],
)
def test_a_hostile_summary_in_passages_has_a_value_and_is_not_truncated(
    roberta: Path, summary: str, caplog: pytest.LogCaptureFixture
) -> None:
    logits = nli(roberta, **MINICHECK, passages=64).predict_pairs([Pair(summary, "Tolls rise")])
    assert logits.shape == (1, 2) and np.isfinite(logits).all()
    assert "truncated" not in caplog.text


def test_passages_are_as_many_sentences_as_fit_and_keep_line_breaks() -> None:
    text = "One two.\nThree four. Five six seven."
    assert split_passages(text, 4, lambda part: len(part.split())) == [
        "One two.\nThree four.",
        "Five six seven.",
    ]


@pytest.mark.parametrize("summary", ["", " \n ", "A bridge ."])
@pytest.mark.parametrize("unit", ["", "Tolls rise"])
def test_empty_texts_have_values(roberta: Path, summary: str, unit: str) -> None:
    logits = nli(roberta, **MINICHECK, passages=64).predict_pairs([Pair(summary, unit)])
    assert np.isfinite(logits).all()


def test_a_single_output_is_used_only_if_it_is_labelled(tmp_path: Path) -> None:
    folder = save_deberta_v3(tmp_path / "single", ("LABEL_0",))
    judge = nli(folder, labels=["entailment"])
    assert judge.classes == 2 and judge.predict_pairs([]).shape == (0, 2)
    expected = [probability("hallucination", folder, *pair) for pair in SHORT]
    np.testing.assert_allclose(p2c(judge.predict_pairs(SHORT)), expected, atol=1e-6)
    with pytest.raises(ValueError, match="LABEL_0.*or entailment alone"):
        nli(folder).predict_pairs(SHORT)


def test_max_length_of_a_template_has_no_limit_with_relative_positions(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = save_deberta_v3(tmp_path / "relative")
    settings = {**MINICHECK, "template": "{summary}[SEP]{unit}", "max_length": 2048}
    summary = " ".join(miniature.TEXTS * 11)
    logits = nli(folder, **settings).predict_pairs([Pair(summary, "Tolls rise")])
    expected = probability("MiniCheck-DeBERTa", folder, summary, "Tolls rise")
    np.testing.assert_allclose(p2c(logits), [expected], atol=1e-6)
    assert not caplog.records
