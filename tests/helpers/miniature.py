"""Miniature classifiers and language models, saved as checkpoints: random weights, own tokenisers, no network."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from helpers.miniature_tokenizers import (
    byte_level_tokenizer,
    metaspace_tokenizer,
    processors_begin,
    processors_byte_level,
    wordpiece_tokenizer,
)
from sacrerouge_litepyramid.core.pairs import Pair

TEXTS = (
    "The mayor opened a new bridge over the river on Monday .",
    "Two hundred people walked across the bridge , and a band played .",
    "It cost nine million euros and replaces a ferry that sank in 2019 .",
    "Critics say the tolls are too high for those who cross it daily .",
    "A spokesman for the council denied that the tolls would rise again .",
)
THREE_LABELS = ("entailment", "neutral", "contradiction")


def save_roberta(
    folder: Path, labels: Sequence[str] = THREE_LABELS, texts: Sequence[str] = TEXTS, **sizes: int
) -> Path:
    """RoBERTa with a byte-level BPE tokeniser; positions for 128 tokens unless ``max_position_embeddings`` is given."""
    from transformers import RobertaConfig, RobertaForSequenceClassification

    tokenizer = byte_level_tokenizer(texts, vocab_size=sizes.pop("vocab_size", 400))
    config = RobertaConfig(
        vocab_size=len(tokenizer),
        type_vocab_size=1,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        **{**SIZES, "max_position_embeddings": 130, **sizes},
        **label_maps(labels),
    )
    return save(folder, lambda: RobertaForSequenceClassification(config), tokenizer)


def save_answerer(folder: Path, texts: Sequence[str] = TEXTS) -> Path:
    """RoBERTa with a head that marks where an answer starts and ends; positions for 128 tokens."""
    from transformers import RobertaConfig, RobertaForQuestionAnswering

    tokenizer = byte_level_tokenizer(texts, vocab_size=400)
    config = RobertaConfig(
        vocab_size=len(tokenizer),
        type_vocab_size=1,
        pad_token_id=tokenizer.pad_token_id,
        **{**SIZES, "max_position_embeddings": 130},
    )
    return save(folder, lambda: RobertaForQuestionAnswering(config), tokenizer)


def save_bert(
    folder: Path,
    labels: Sequence[str] = THREE_LABELS,
    kind: str = "BertForSequenceClassification",
    texts: Sequence[str] = TEXTS,
) -> Path:
    """BERT with a WordPiece tokeniser and token types; positions for 128 tokens; ``kind``: the class, by its head."""
    import transformers

    tokenizer = wordpiece_tokenizer(texts)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer), max_position_embeddings=128, **SIZES, **label_maps(labels)
    )
    return save(folder, lambda: getattr(transformers, kind)(config), tokenizer)


def save_deberta(folder: Path, labels: Sequence[str] = THREE_LABELS) -> Path:
    """DeBERTa-v2 with relative positions and the WordPiece tokeniser of `save_bert`."""
    from transformers import DebertaV2Config, DebertaV2ForSequenceClassification

    tokenizer = wordpiece_tokenizer(TEXTS)
    config = DebertaV2Config(
        vocab_size=len(tokenizer),
        relative_attention=True,
        position_biased_input=False,
        pos_att_type=["p2c", "c2p"],
        type_vocab_size=0,
        max_position_embeddings=128,
        **SIZES,
        **label_maps(labels),
    )
    return save(folder, lambda: DebertaV2ForSequenceClassification(config), tokenizer)


def save_t5(folder: Path, texts: Sequence[str] = TEXTS) -> Path:
    """T5 with relative positions and a tokeniser that marks the beginnings of words and ends a text with </s>."""
    from transformers import T5Config, T5ForConditionalGeneration

    tokenizer = metaspace_tokenizer(texts)
    config = T5Config(
        vocab_size=len(tokenizer),
        d_model=32,
        d_kv=8,
        d_ff=64,
        num_layers=2,
        num_heads=4,
        decoder_start_token_id=tokenizer.pad_token_id,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return save(folder, lambda: T5ForConditionalGeneration(config), tokenizer)


def save_bart(folder: Path) -> Path:
    """BART: 128 learned positions, and an answer that starts with a second, forced token."""
    from transformers import BartConfig, BartForConditionalGeneration

    tokenizer = byte_level_tokenizer(TEXTS, vocab_size=400)
    config = BartConfig(
        vocab_size=len(tokenizer),
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=64,
        decoder_ffn_dim=64,
        max_position_embeddings=128,
    )

    def build() -> Any:
        model = BartForConditionalGeneration(config)
        model.generation_config.forced_bos_token_id = tokenizer.bos_token_id
        return model

    return save(folder, build, tokenizer)


def save_gpt2(folder: Path, chat_template: str | None = None, **sizes: int) -> Path:
    """GPT-2: 128 learned positions, byte-level BPE, no padding token; with a chat template if one is given."""
    from transformers import GPT2Config, GPT2LMHeadModel

    tokenizer = byte_level_tokenizer(TEXTS, vocab_size=400)
    tokenizer.backend_tokenizer.post_processor = processors_byte_level()
    tokenizer.pad_token = None
    tokenizer.chat_template = chat_template
    config = GPT2Config(
        vocab_size=len(tokenizer),
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        **{"n_positions": 128, "n_embd": 32, "n_layer": 2, "n_head": 4, **sizes},
    )
    return save(folder, lambda: GPT2LMHeadModel(config), tokenizer)


def save_answering_gpt2(folder: Path, texts: Sequence[str] = TEXTS) -> Path:
    """GPT-2 with a chat template whose tokens are all yes or no, which depends on the prompt; 2,048 positions."""
    from transformers import GPT2Config, GPT2LMHeadModel

    tokenizer = byte_level_tokenizer(texts, vocab_size=1000)
    tokenizer.add_tokens(["yes", "no"])
    tokenizer.chat_template = "{% for turn in messages %}{{ turn['content'] }} {% endfor %}"
    answers = tokenizer.convert_tokens_to_ids(["yes", "no"])
    config = GPT2Config(
        **{"vocab_size": len(tokenizer), "n_positions": 2048, "n_embd": 32, "n_layer": 2, "n_head": 4},
        **{"bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id},
    )

    def build() -> Any:
        model = GPT2LMHeadModel(config)
        model.generation_config.suppress_tokens = [each for each in range(len(tokenizer)) if each not in answers]
        return model

    return save(folder, build, tokenizer)


def save_xlnet(folder: Path) -> Path:
    """XLNet: relative positions without a bound, two streams, and its marks <sep><cls> at the end of a text."""
    from tokenizers import processors
    from transformers import XLNetConfig, XLNetModel

    tokenizer = metaspace_tokenizer(TEXTS)
    tokenizer.add_special_tokens({"sep_token": "<sep>", "cls_token": "<cls>"})
    marks = [("<sep>", tokenizer.sep_token_id), ("<cls>", tokenizer.cls_token_id)]
    tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing("$A:0 <sep>:0 <cls>:2", None, marks)
    tokenizer.model_input_names = ["input_ids", "token_type_ids", "attention_mask"]
    config = XLNetConfig(vocab_size=len(tokenizer), d_model=32, n_layer=3, n_head=4, d_inner=64)
    return save(folder, lambda: XLNetModel(config), tokenizer)


def save_pegasus(folder: Path) -> Path:
    """Pegasus: sinusoidal positions for 128 tokens, and norms before its layers with one more after the last."""
    from transformers import PegasusConfig, PegasusForConditionalGeneration

    tokenizer = metaspace_tokenizer(TEXTS)
    config = PegasusConfig(
        vocab_size=len(tokenizer),
        d_model=32,
        encoder_layers=3,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=64,
        decoder_ffn_dim=64,
        max_position_embeddings=128,
    )
    return save(folder, lambda: PegasusForConditionalGeneration(config), tokenizer)


def save_llama(folder: Path) -> Path:
    """Llama: rotary positions for 128 tokens, and a tokeniser that begins every text with <s>."""
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = byte_level_tokenizer(TEXTS, vocab_size=400)
    tokenizer.backend_tokenizer.post_processor = processors_begin("<s>", tokenizer.bos_token_id)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        max_position_embeddings=128,
        num_key_value_heads=2,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        **SIZES,
    )
    return save(folder, lambda: LlamaForCausalLM(config), tokenizer)


def weights(folder: Path) -> dict[str, Any]:
    """The arrays of a saved model by their names."""
    from safetensors.numpy import load_file

    return load_file(folder / "model.safetensors")


def same_weights(first: Path, second: Path) -> bool:
    """Whether two saved models are equal to the bit."""
    ours, theirs = weights(first), weights(second)
    return ours.keys() == theirs.keys() and all((ours[name] == theirs[name]).all() for name in ours)


SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}


def label_maps(labels: Sequence[str]) -> dict[str, Any]:
    return {"id2label": dict(enumerate(labels)), "label2id": {label: index for index, label in enumerate(labels)}}


def save(folder: Path, build: Callable[[], Any], tokenizer: Any) -> Path:
    """Builds with a fixed seed and saves; weights are enlarged so that the logits of two pairs are far apart."""
    import torch

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = build()
        for parameter in model.parameters():
            if parameter.dim() > 1:
                torch.nn.init.normal_(parameter, std=0.2)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def pairs_of_many_lengths() -> Iterator[Pair]:
    """Summaries of one to five sentences, each with units of other lengths."""
    for count in range(1, len(TEXTS) + 1):
        for unit in ("The bridge opened .", TEXTS[count - 1], "Tolls rise"):
            yield Pair(" ".join(TEXTS[:count]), unit)
