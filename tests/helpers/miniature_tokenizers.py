"""Small tokenisers of the kinds that the miniature models have, made of a few texts."""

from collections.abc import Sequence
from typing import Any


def byte_level_tokenizer(texts: Sequence[str], vocab_size: int) -> Any:
    """RoBERTa's kind of tokeniser, trained on the texts: <s> summary </s></s> unit </s>."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    marks = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        iter(texts),
        trainers.BpeTrainer(
            vocab_size=vocab_size, special_tokens=marks, initial_alphabet=alphabet, show_progress=False
        ),
    )
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token="<s>",
        eos_token="</s>",
        cls_token="<s>",
        sep_token="</s>",
        pad_token="<pad>",
        unk_token="<unk>",
        mask_token="<mask>",
        model_input_names=["input_ids", "attention_mask"],
    )


def wordpiece_tokenizer(texts: Sequence[str]) -> Any:
    """BERT's kind of tokeniser: [CLS] summary [SEP] unit [SEP], with token types.

    Its pieces are the texts' words and characters: trained ones would differ from run to run.
    """
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = sorted({word for text in texts for word in text.lower().split()})
    letters = sorted({letter for word in words for letter in word})
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces = dict.fromkeys([*marks, *letters, *(f"##{letter}" for letter in letters), *words])
    vocabulary = {piece: index for index, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        cls_token="[CLS]",
        sep_token="[SEP]",
        pad_token="[PAD]",
        unk_token="[UNK]",
        mask_token="[MASK]",
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )


def metaspace_tokenizer(texts: Sequence[str]) -> Any:
    """T5's kind of tokeniser, trained on the texts: prompt </s>; other characters than ASCII's are unknown."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<pad>", "</s>", "<unk>"],
        initial_alphabet=["\u2581", *map(chr, range(33, 127))],
        show_progress=False,
    )
    tokenizer.train_from_iterator(iter(texts), trainer)
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="</s>", pad_token="<pad>", unk_token="<unk>")


def processors_byte_level() -> Any:
    """No special token at all, as GPT-2."""
    from tokenizers import processors

    return processors.ByteLevel(trim_offsets=False)


def processors_begin(token: str, index: int) -> Any:
    from tokenizers import processors

    return processors.TemplateProcessing(single=f"{token} $A", special_tokens=[(token, index)])
