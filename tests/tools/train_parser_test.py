"""Training of the parser on a few made-up sentences."""

from pathlib import Path

import pytest
import train_parser as parser
from train_parser import ParserSettings, evaluate, lower_case, main, train_parser, use_single_quotes
from treebank import TreebankSentence, read_conllu

from helpers.build_once import BuildOnce

spacy = pytest.importorskip("spacy", reason="the parser is a spaCy pipeline")
SUBJECTS = ("Ann", "Bob", "Eva", "Tom")
VERBS = ("saw", "met", "fed")
OBJECTS = ("cats", "dogs", "birds")


@pytest.fixture(scope="module")
def treebank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("treebank")
    sentences = [(subject, verb, noun) for subject in SUBJECTS for verb in VERBS for noun in OBJECTS]
    text = "\n".join(_conllu(*sentence) for sentence in sentences * 2)
    for part in ("train", "dev", "test"):
        (folder / f"made-up-{part}.conllu").write_text(text, encoding="utf-8")
    return folder


def _conllu(subject: str, verb: str, noun: str) -> str:
    rows = [(subject, "NNP", 2, "nsubj"), (verb, "VBD", 0, "root"), (noun, "NNS", 2, "obj"), (".", ".", 2, "punct")]
    lines = [
        f"{number}\t{word}\t_\t_\t{tag}\t_\t{head}\t{relation}\t_\t_"
        for number, (word, tag, head, relation) in enumerate(rows, start=1)
    ]
    return f"# text = {subject} {verb} {noun}.\n" + "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def model(treebank: Path, build_once: BuildOnce) -> Path:
    settings = ParserSettings(steps=80)
    return build_once("parser", lambda root: train_parser(treebank, root / "first", settings)) / "first"


def test_a_treebank_is_learned_and_the_saved_pipeline_stands_alone(treebank: Path, model: Path) -> None:
    nlp = spacy.load(model)
    quality = evaluate(nlp, read_conllu(treebank / "made-up-test.conllu"))
    assert quality.tags > 0.9
    assert quality.las > 0.9
    doc = nlp("Zoe saw cats.")
    assert [token.tag_ for token in doc][1:] == ["VBD", "NNS", "."]
    assert "Ann" not in (model / "vocab" / "strings.json").read_text(encoding="utf-8")


def test_attachment_of_punctuation_does_not_count(treebank: Path, model: Path) -> None:
    nlp, gold = spacy.load(model), read_conllu(treebank / "made-up-test.conllu")
    elsewhere = [sentence._replace(heads=(*sentence.heads[:3], 0)) for sentence in gold]
    assert evaluate(nlp, elsewhere)[:3] == evaluate(nlp, gold)[:3]


def test_the_same_seed_gives_the_same_parser(treebank: Path, model: Path, tmp_path: Path) -> None:
    train_parser(treebank, tmp_path / "again", ParserSettings(steps=80))
    for part in ("tok2vec", "tagger", "parser"):
        assert (tmp_path / "again" / part / "model").read_bytes() == (model / part / "model").read_bytes()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--steps", "0"], "--steps must be at least 1, not 0"),
        (["--seed", "-1"], "--seed must be at least 0, not -1"),
        (["--output-dir", "file/model"], "file"),
        (["--treebank-dir", "."], r"no file \*-train.conllu"),
    ],
)
def test_mistakes_are_reported_before_the_training(
    treebank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more, message
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        main(["--treebank-dir", str(treebank), "--output-dir", "model", *more])
    assert capsys.readouterr().out == ""


def test_the_command_line_trains(treebank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--treebank-dir", str(treebank), "--output-dir", str(tmp_path / "model"), "--steps", "2"])
    assert "made-up-test: ParserQuality(tags=" in capsys.readouterr().out
    assert spacy.load(tmp_path / "model").pipe_names == ["tok2vec", "tagger", "parser"]


def test_lower_casing_keeps_the_tree() -> None:
    sentence = TreebankSentence("Ann left", ("Ann", "left"), ("NNP", "VBD"), (1, 1), ("nsubj", "root"))
    assert lower_case(sentence) == sentence._replace(text="ann left", words=("ann", "left"))


def test_single_quotes_keep_the_tree() -> None:
    sentence = TreebankSentence('"Go"', ('"', "Go", '"'), ("``", "VB", "''"), (1, 1, 1), ("punct", "root", "punct"))
    assert use_single_quotes(sentence) == sentence._replace(text="'Go'", words=("'", "Go", "'"))


def test_held_out_dev_parts_show_the_progress(
    treebank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser, "STEPS_PER_REPORT", 2)
    train_parser(treebank, tmp_path / "held-out", ParserSettings(steps=2, hold_out_dev=True))
    assert "dev ParserQuality(tags=" in capsys.readouterr().out
    train_parser(treebank, tmp_path / "trained-on", ParserSettings(steps=2))
    assert "dev trained on" in capsys.readouterr().out
