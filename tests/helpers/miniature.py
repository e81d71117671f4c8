"""Miniature classifiers and language models, saved as checkpoints: random weights, small
tokenisers, no network.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.pairs import Pair

TEXTS = (
    "The mayor opened a new bridge over the river on Monday .",
    "Two hundred people walked across the bridge , and a band played .",
    "It cost nine million euros and replaces a ferry that sank in 2019 .",
    "Critics say the tolls are too high for those who cross it daily .",
    "A spokesman for the council denied that the tolls would rise again .",
)
THREE_LABELS = ("entailment", "neutral", "contradiction")


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
            vocab_size=vocab_size,
            special_tokens=marks,
            initial_alphabet=alphabet,
            show_progress=False,
        ),
    )
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), add_prefix_space=False
    )
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


def python_tokenizer(folder: Path, texts: Sequence[str]) -> Any:
    """PhoBERT's tokeniser, which is written in Python: <s> summary </s></s> unit </s>.

    Its pieces are the beginnings of the texts' words, and characters, which end in "@@" if the word
    goes on. It reads its files from the folder.
    """
    from transformers import PhobertTokenizer

    words = sorted({word for text in texts for word in text.split()})
    letters = sorted({letter for word in words for letter in word})
    merges = {}
    for word in words:
        for end in range(1, len(word)):
            last = "</w>" if end + 1 == len(word) else ""
            merges[f"{word[:end]} {word[end]}{last}"] = f"{word[: end + 1]}{'' if last else '@@'}"
    pieces = dict.fromkeys([*letters, *(f"{letter}@@" for letter in letters), *merges.values()])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("".join(f"{piece} 1\n" for piece in pieces))
    (folder / "bpe.codes").write_text("".join(f"{merge} 1\n" for merge in merges))
    return PhobertTokenizer(str(folder / "vocab.txt"), str(folder / "bpe.codes"))


def metaspace_tokenizer(texts: Sequence[str]) -> Any:
    """T5's kind of tokeniser, trained on the texts: prompt </s>.

    Other characters than ASCII's are unknown.
    """
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
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token="</s>", pad_token="<pad>", unk_token="<unk>"
    )


SIZES = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
}


def save(folder: Path, kind: str, tokenizer: Any, **settings: Any) -> Path:
    """Build a class of transformers with a fixed seed, and save it.

    ``settings``: of its configuration; ``labels``: of its outputs; those whose names begin with
    ``generation_`` are of its generation. Weights are enlarged so that the logits of two pairs are
    far apart.
    """
    import torch
    import transformers

    model_class = getattr(transformers, kind)
    if labels := settings.pop("labels", None):
        settings |= {
            "id2label": dict(enumerate(labels)),
            "label2id": {label: i for i, label in enumerate(labels)},
        }
    generation = {
        name: settings.pop(name) for name in list(settings) if name.startswith("generation_")
    }
    config = model_class.config_class(**{"vocab_size": len(tokenizer), **settings})
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = model_class(config)
        for name, value in generation.items():
            setattr(model.generation_config, name.removeprefix("generation_"), value)
        for parameter in model.parameters():
            if parameter.dim() > 1:
                torch.nn.init.normal_(parameter, std=0.2)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def save_roberta(
    folder: Path,
    labels: Sequence[str] = THREE_LABELS,
    texts: Sequence[str] = TEXTS,
    kind: str = "RobertaForSequenceClassification",
    **sizes: int,
) -> Path:
    """RoBERTa with a byte-level BPE tokeniser.

    Positions for 128 tokens unless ``max_position_embeddings`` is given.
    """
    tokenizer = byte_level_tokenizer(texts, vocab_size=sizes.pop("vocab_size", 400))
    marks = {
        name: getattr(tokenizer, name) for name in ("pad_token_id", "bos_token_id", "eos_token_id")
    }
    sizes = {**SIZES, "type_vocab_size": 1, "max_position_embeddings": 130, **sizes}
    return save(folder, kind, tokenizer, labels=labels, **marks, **sizes)


def save_answerer(folder: Path, texts: Sequence[str] = TEXTS) -> Path:
    """RoBERTa with a head that marks where an answer starts and ends."""
    return save_roberta(folder, (), texts, "RobertaForQuestionAnswering")


def save_bert(
    folder: Path,
    labels: Sequence[str] = THREE_LABELS,
    kind: str = "BertForSequenceClassification",
    texts: Sequence[str] = TEXTS,
) -> Path:
    """BERT with a WordPiece tokeniser and token types.

    Positions for 128 tokens; ``kind``: the class, by its head.
    """
    return save(
        folder,
        kind,
        wordpiece_tokenizer(texts),
        labels=labels,
        max_position_embeddings=128,
        **SIZES,
    )


def save_phobert(folder: Path, labels: Sequence[str] = THREE_LABELS) -> Path:
    """PhoBERT: RoBERTa with a tokeniser written in Python. Positions for 128 tokens."""
    tokenizer = python_tokenizer(folder, TEXTS)
    marks = {
        name: getattr(tokenizer, name) for name in ("pad_token_id", "bos_token_id", "eos_token_id")
    }
    sizes = {**SIZES, "type_vocab_size": 1, "max_position_embeddings": 130}
    return save(
        folder, "RobertaForSequenceClassification", tokenizer, labels=labels, **marks, **sizes
    )


def save_deberta(folder: Path, labels: Sequence[str] = THREE_LABELS) -> Path:
    """DeBERTa-v2 with relative positions and the WordPiece tokeniser of `save_bert`."""
    relative = {
        "relative_attention": True,
        "position_biased_input": False,
        "pos_att_type": ["p2c", "c2p"],
    }
    sizes = {**SIZES, "type_vocab_size": 0, "max_position_embeddings": 128}
    return save(
        folder,
        "DebertaV2ForSequenceClassification",
        wordpiece_tokenizer(TEXTS),
        labels=labels,
        **relative,
        **sizes,
    )


def save_t5(folder: Path, texts: Sequence[str] = TEXTS) -> Path:
    """T5 with relative positions and a tokeniser that marks the beginnings of words and ends a text
    with </s>.
    """
    tokenizer = metaspace_tokenizer(texts)
    marks = {"pad_token_id": tokenizer.pad_token_id, "eos_token_id": tokenizer.eos_token_id}
    sizes = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4}
    return save(
        folder,
        "T5ForConditionalGeneration",
        tokenizer,
        decoder_start_token_id=tokenizer.pad_token_id,
        **marks,
        **sizes,
    )


#: of BART and Pegasus
TWO_STACKS = {
    **{"d_model": 32, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4},
    **{
        "decoder_attention_heads": 4,
        "encoder_ffn_dim": 64,
        "decoder_ffn_dim": 64,
        "max_position_embeddings": 128,
    },
}


def save_bart(folder: Path) -> Path:
    """BART: 128 learned positions, and an answer that starts with a second, forced token."""
    tokenizer = byte_level_tokenizer(TEXTS, vocab_size=400)
    forced = {"generation_forced_bos_token_id": tokenizer.bos_token_id}
    return save(folder, "BartForConditionalGeneration", tokenizer, **TWO_STACKS, **forced)


def save_pegasus(folder: Path) -> Path:
    """Pegasus: sinusoidal positions for 128 tokens, and norms before its layers with one more after
    the last.
    """
    sizes = {**TWO_STACKS, "encoder_layers": 3}
    return save(folder, "PegasusForConditionalGeneration", metaspace_tokenizer(TEXTS), **sizes)


def save_gpt2(folder: Path, chat_template: str | None = None, **sizes: int) -> Path:
    """GPT-2: 128 learned positions, byte-level BPE, no padding token.

    With a chat template if one is given.
    """
    tokenizer = _gpt2_tokenizer()
    tokenizer.chat_template = chat_template
    marks = {"bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id}
    return save(folder, "GPT2LMHeadModel", tokenizer, **marks, **{**GPT2_SIZES, **sizes})


def save_gpt2_classifier(
    folder: Path,
    labels: Sequence[str] = THREE_LABELS,
    pad_token: str | None = "<pad>",
    **settings: Any,
) -> Path:
    """GPT-2 that classifies by its last token, with a tokeniser that pads on the left.

    Its configuration names no padding token unless ``pad_token_id`` is given.
    """
    tokenizer = _gpt2_tokenizer()
    tokenizer.pad_token = pad_token
    tokenizer.padding_side = "left"
    kind = "GPT2ForSequenceClassification"
    return save(folder, kind, tokenizer, labels=labels, **GPT2_SIZES, **settings)


def _gpt2_tokenizer() -> Any:
    """A byte-level tokeniser that adds no special token to a text, and does not pad."""
    from tokenizers import processors

    tokenizer = byte_level_tokenizer(TEXTS, vocab_size=400)
    tokenizer.backend_tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.pad_token = None
    return tokenizer


GPT2_SIZES = {"n_positions": 128, "n_embd": 32, "n_layer": 2, "n_head": 4}


def save_answering_gpt2(folder: Path, texts: Sequence[str] = TEXTS) -> Path:
    """GPT-2 with a chat template whose tokens are all yes or no, which depends on the prompt.

    2,048 positions.
    """
    tokenizer = byte_level_tokenizer(texts, vocab_size=1000)
    tokenizer.add_tokens(["yes", "no"])
    tokenizer.chat_template = "{% for turn in messages %}{{ turn['content'] }} {% endfor %}"
    answers = tokenizer.convert_tokens_to_ids(["yes", "no"])
    others = [each for each in range(len(tokenizer)) if each not in answers]
    marks = {"bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id}
    sizes = {**GPT2_SIZES, "n_positions": 2048, "generation_suppress_tokens": others}
    return save(folder, "GPT2LMHeadModel", tokenizer, **marks, **sizes)


def save_xlnet(folder: Path, labels: Sequence[str] = (), kind: str = "XLNetModel") -> Path:
    """XLNet: relative positions without a bound, two streams, and its marks <sep><cls> at the end
    of a text or a pair.
    """
    from tokenizers import processors

    tokenizer = metaspace_tokenizer(TEXTS)
    tokenizer.add_special_tokens({"sep_token": "<sep>", "cls_token": "<cls>"})
    marks = [("<sep>", tokenizer.sep_token_id), ("<cls>", tokenizer.cls_token_id)]
    tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
        "$A:0 <sep>:0 <cls>:2", "$A:0 <sep>:0 $B:1 <sep>:1 <cls>:2", marks
    )
    tokenizer.model_input_names = ["input_ids", "token_type_ids", "attention_mask"]
    sizes = {"d_model": 32, "n_layer": 3, "n_head": 4, "d_inner": 64}
    return save(folder, kind, tokenizer, labels=labels, **sizes)


def save_xlnet_classifier(folder: Path, labels: Sequence[str] = THREE_LABELS) -> Path:
    """XLNet that classifies by the last place, with a tokeniser that pads on the right."""
    return save_xlnet(folder, labels, "XLNetForSequenceClassification")


def save_llama(folder: Path) -> Path:
    """Llama: rotary positions for 128 tokens, and a tokeniser that begins every text with <s>."""
    from tokenizers import processors

    tokenizer = byte_level_tokenizer(TEXTS, vocab_size=400)
    begin = processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", tokenizer.bos_token_id)]
    )
    tokenizer.backend_tokenizer.post_processor = begin
    marks = {"bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id}
    sizes = {**SIZES, "max_position_embeddings": 128, "num_key_value_heads": 2}
    return save(folder, "LlamaForCausalLM", tokenizer, **marks, **sizes)


def weights(folder: Path) -> dict[str, Any]:
    """The arrays of a saved model by their names."""
    from safetensors.numpy import load_file

    return load_file(folder / "model.safetensors")


def same_weights(first: Path, second: Path) -> bool:
    """Whether two saved models are equal to the bit."""
    ours, theirs = weights(first), weights(second)
    return ours.keys() == theirs.keys() and all((ours[name] == theirs[name]).all() for name in ours)


def pairs_of_many_lengths() -> Iterator[Pair]:
    """Summaries of one to five sentences, each with units of other lengths."""
    for count in range(1, len(TEXTS) + 1):
        for unit in ("The bridge opened .", TEXTS[count - 1], "Tolls rise"):
            yield Pair(" ".join(TEXTS[:count]), unit)
