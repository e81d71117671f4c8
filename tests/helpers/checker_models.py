"""Miniatures of published fact checkers, and the probability that their authors' code gives with
one.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from helpers import miniature

UNNAMED = ("LABEL_0", "LABEL_1")
#: the hub's name → the revision that is asked for
REVISIONS = {
    "lytang/MiniCheck-RoBERTa-Large": "main",
    "lytang/MiniCheck-DeBERTa-v3-Large": "main",
    "yaxili96/FactCG-DeBERTa-v3-Large": "main",
    "vectara/hallucination_evaluation_model": "hhem-1.0-open",
    "lytang/MiniCheck-Flan-T5-Large": "main",
    "google/t5_xxl_true_nli_mixture": "main",
}


def save_deberta_v3(folder: Path, labels: Sequence[str] = UNNAMED) -> Path:
    """DeBERTa-v3: no absolute positions, shared keys, and a tokeniser as SentencePiece converts it.

    All white space is one space; a text is [CLS] text [SEP], a pair [CLS] first [SEP] second [SEP];
    [SEP] ends texts.
    """
    from tokenizers import (
        Regex,
        Tokenizer,
        decoders,
        models,
        normalizers,
        pre_tokenizers,
        processors,
        trainers,
    )
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Strip(),
            normalizers.Nmt(),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace()
    marks = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"]
    alphabet = ["\u2581", *map(chr, range(33, 127))]
    trainer = trainers.BpeTrainer(
        vocab_size=400, special_tokens=marks, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(iter(miniature.TEXTS), trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        "[CLS]:0 $A:0 [SEP]:0", "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1", [("[CLS]", 1), ("[SEP]", 2)]
    )
    names = {"bos": 1, "cls": 1, "eos": 2, "sep": 2, "pad": 0, "unk": 3, "mask": 4}
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
        **{f"{name}_token": marks[place] for name, place in names.items()},
    )
    relative = {
        "relative_attention": True,
        "position_biased_input": False,
        "pos_att_type": ["p2c", "c2p"],
    }
    third = {
        "share_att_key": True,
        "norm_rel_ebd": "layer_norm",
        "position_buckets": 64,
        "max_relative_positions": -1,
    }
    sizes = {**miniature.SIZES, "type_vocab_size": 0, "max_position_embeddings": 512}
    kind = "DebertaV2ForSequenceClassification"
    return miniature.save(folder, kind, fast, labels=labels, **relative, **third, **sizes)


SAVES: dict[str, Callable[[Path], Path]] = {
    "RoBERTa": lambda folder: miniature.save_roberta(folder, UNNAMED, max_position_embeddings=514),
    "FactCG": save_deberta_v3,
    "MiniCheck-DeBERTa": save_deberta_v3,
    "hallucination": lambda folder: save_deberta_v3(folder, UNNAMED[:1]),
    # "1" is one token, "0" is two, the first of which is a space, as for Flan-T5.
    "5": lambda folder: miniature.save_t5(folder, (*miniature.TEXTS, *["1 1 1 1 1 1"] * 9)),
}


def save_checker(name: str, folder: Path) -> Path:
    return next(save for part, save in SAVES.items() if part in name)(folder)


def probability(name: str, folder: Path, document: str, claim: str) -> float:
    """The probability of "supported" by plain transformers, of the text that the authors' code
    builds.
    """
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    joined = tokenizer.eos_token.join([document, claim])
    if "5" in name:
        texts: tuple[str, ...] = (f"predict: {joined}",)
        if "true" in name:
            texts = (f"premise: {document} hypothesis: {claim}",)
    elif "FactCG" in name:
        question = f'based on the paragraph above can we conclude that "{claim}"?'
        lines = document.replace(" . ", " .\n")
        texts = (
            f"{lines}\n\nChoose your answer: {question}\n\nOPTIONS:\n- Yes\n- No\nI think the "
            "answer is ",
        )
    else:
        texts = (document, claim) if "hallucination" in name else (joined,)
    inputs: Any = tokenizer(*texts, return_tensors="pt")
    with torch.no_grad():
        if "5" in name:
            model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
            no, yes = (
                tokenizer(text, add_special_tokens=False)["input_ids"][0] for text in ("0", "1")
            )
            start = torch.zeros((1, 1), dtype=torch.long)
            logits = model(**inputs, decoder_input_ids=start).logits[0, 0, [no, yes]]
            return float(logits.softmax(-1)[1])
        model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
        logits = model(**inputs).logits[0]
        return float(logits.softmax(-1)[1] if len(logits) > 1 else logits.sigmoid()[0])
