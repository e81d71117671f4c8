"""The judges "embedding" and "nli" with multilingual models, miniatures of XLM-RoBERTa."""

import json

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.languages import LANGUAGES
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.corpora.data_set import ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build

TEXTS = [text for texts in LANGUAGES.values() for text in texts]
#: the labels of joeddav/xlm-roberta-large-xnli
LABELS = ("contradiction", "neutral", "entailment")


def save_xlm_roberta(folder, kind="XLMRobertaForSequenceClassification", labels=LABELS):
    """Save XLM-RoBERTa with a unigram tokeniser for all scripts, as SentencePiece trains it."""
    from tokenizers import (
        Tokenizer,
        decoders,
        models,
        normalizers,
        pre_tokenizers,
        processors,
        trainers,
    )
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer, tokenizer.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    marks = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trainer = trainers.UnigramTrainer(
        vocab_size=900, special_tokens=marks, unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator(TEXTS, trainer)
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), add_prefix_space=False
    )
    names = {"bos": 0, "pad": 1, "eos": 2, "unk": 3, "cls": 0, "sep": 2, "mask": 4}
    special_tokens = {f"{name}_token": marks[place] for name, place in names.items()}
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_input_names=["input_ids", "attention_mask"],
        **special_tokens,
    )
    ids = {f"{name}_token_id": names[name] for name in ("bos", "pad", "eos")}
    sizes = {**miniature.SIZES, "type_vocab_size": 1, "max_position_embeddings": 300}
    return miniature.save(folder, kind, fast, labels=labels, **ids, **sizes)


def test_an_embedding_judge_trained_with_a_multilingual_encoder_judges_other_languages(
    tmp_path, capsys
):
    """The judge is trained on labels in seven languages, and judges the other languages."""
    folder = save_xlm_roberta(tmp_path / "encoder", "XLMRobertaModel", ())
    known, new = list(LANGUAGES)[:7], list(LANGUAGES)[7:]
    units = {name: [Unit(LANGUAGES[name].bridge)] for name in known}
    rows = [
        ScoredSummary(Summary(name, system, "peer", text, [], [], ""), (label,), {"human": label})
        for name in known
        for system, text, label in (
            ("same", LANGUAGES[name].bridge, 1.0),
            ("other", LANGUAGES[name].other, 0.0),
        )
    ]
    write_data_set(tmp_path / "data", units, rows)
    encoder = {
        "type": "transformers",
        "model": str(folder),
        "layer": -1,
        "max_length": 256,
        "device": "cpu",
    }
    # Contrast pairs are made by rules for English.
    judge = json.dumps({"type": "embedding", "encoder": encoder, "contrast": 0})
    weights = str(tmp_path / "weights.json")
    assert (
        main(["train", "judge", str(tmp_path / "data"), "--judge", judge, "--output", weights]) == 0
    )
    capsys.readouterr()
    model = build(Judge, {"type": "embedding", "weights": weights, "encoder": encoder})
    for name in new:
        text, other = LANGUAGES[name]
        same, different = (
            judge_measures(model.predict([Group(summary, (text,))])[0])["p2c"]
            for summary in (text, other)
        )
        assert same >= 0.85 and different <= 0.5, name
