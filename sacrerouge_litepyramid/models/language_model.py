"""A language model of transformers, decoder-only or encoder-decoder, and prompts that fit it."""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.models.batching import chunked
from sacrerouge_litepyramid.models.checkpoint import Checkpoint
from sacrerouge_litepyramid.models.placement import (
    Placement,
    find_position_limit,
    load_config,
    load_pretrained,
    reject_missing,
)

#: Llama's chat templates write today's date into the prompt unless a date is passed.
_CHAT_DATE = "01 Jan 2025"

PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*)\}")

#: a text may be cut after each match; not every script has spaces between words
WORD = re.compile(r"\S{1,20}")

#: the ends of the names of language models' classes in transformers
_LANGUAGE_MODELS = ("ForCausalLM", "LMHeadModel", "ForConditionalGeneration")

Encode = Callable[[Sequence[str]], list[np.ndarray]]


class LanguageModel:
    """The tokeniser and the weights of one model, on one device."""

    def __init__(
        self, folder: Path, device: str, precision: str, chat_template: bool = False
    ) -> None:
        from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

        self.seq2seq = _is_seq2seq(load_config(folder))
        self.tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        self.chat_template = chat_template
        if chat_template and not self.tokenizer.chat_template:
            raise ValueError("its tokeniser has no chat template; leave out chat_template.")
        self.device = device
        kind: Any = AutoModelForSeq2SeqLM if self.seq2seq else AutoModelForCausalLM
        model, missing = load_pretrained(kind, folder, precision)
        reject_missing(missing)
        self.model = model.to(device).eval()
        self.model.generation_config = _keep_special_tokens(self.model.generation_config)
        self.strip_special_tokens = make_stripper(self.tokenizer)

    @property
    def end_ids(self) -> list[int]:
        """The tokens that end an answer.

        An instruct model may have more of them than its tokeniser.
        """
        ids = self.model.generation_config.eos_token_id
        if ids is None:
            ids = self.tokenizer.eos_token_id
        if ids is None:
            return []
        return ids if isinstance(ids, list) else [ids]

    @property
    def decoder_start(self) -> list[int]:
        """The tokens before an answer in the decoder of an encoder-decoder model; BART has two."""
        settings = self.model.generation_config
        if settings.decoder_start_token_id is None:
            raise ValueError(
                "the model's configuration has no decoder_start_token_id; choose another model"
            )
        forced = settings.forced_bos_token_id
        start = [settings.decoder_start_token_id]
        return start if forced is None else [*start, forced]

    @property
    def positions(self) -> float:
        """The limit of tokens.

        It is infinite for relative positions (T5), although the tokeniser states that of training.
        """
        return find_position_limit(self.model)

    def render(self, prompt: str) -> str:
        """Return the text to encode.

        A chat template makes it a turn of the user and the start of the answer.
        """
        if not self.chat_template:
            return prompt
        turn = [{"role": "user", "content": prompt}]
        settings: dict[str, Any] = {"add_generation_prompt": True, "date_string": _CHAT_DATE}
        return str(self.tokenizer.apply_chat_template(turn, tokenize=False, **settings))

    def tokenize(self, rendered: Sequence[str]) -> list[np.ndarray]:
        """Return token ids of rendered prompts, int32.

        A chat template writes the special tokens itself.
        """
        ids: list[np.ndarray] = []
        for chunk in chunked(rendered):
            encoded = self.tokenizer(
                list(chunk), add_special_tokens=not self.chat_template, verbose=False
            )
            ids.extend(np.asarray(row, dtype=np.int32) for row in encoded["input_ids"])
        return ids

    def encode(self, prompts: Sequence[str]) -> list[np.ndarray]:
        return self.tokenize([self.render(prompt) for prompt in prompts])


def make_stripper(tokenizer: Any) -> Callable[[str], str]:
    """Return a function that replaces special tokens ("</s>") by spaces.

    They could end a prompt or a turn.
    """
    added = (token.content for token in tokenizer.added_tokens_decoder.values() if token.special)
    marks = sorted({*added, *tokenizer.all_special_tokens}, key=len, reverse=True)
    nothing = r"(?!)"
    alternatives = "|".join(re.escape(mark) for mark in marks)
    pattern = re.compile(alternatives or nothing)
    return partial(pattern.sub, " ")


def _is_seq2seq(config: Any) -> bool:
    """Return whether a language model has an encoder.

    Raise ValueError for other models, such as classifiers.
    """
    kinds = config.architectures
    # Without a class, the configuration states the family of models alone.
    if kinds and not any(kind.endswith(_LANGUAGE_MODELS) for kind in kinds):
        raise ValueError(
            f"it is a {' '.join(kinds)}, not a causal or sequence-to-sequence language model."
        )
    return bool(config.is_encoder_decoder)


def _keep_special_tokens(settings: Any) -> Any:
    """Return a model's special tokens for generation without its sampling settings.

    Signatures do not state those.
    """
    from transformers import GenerationConfig

    return GenerationConfig(
        bos_token_id=settings.bos_token_id,
        eos_token_id=settings.eos_token_id,
        pad_token_id=settings.pad_token_id,
        decoder_start_token_id=settings.decoder_start_token_id,
        forced_bos_token_id=settings.forced_bos_token_id,
    )


def load_language_model(
    checkpoint: Checkpoint, placement: Placement, chat_template: bool
) -> LanguageModel:
    """Load a checkpoint's model; raise ValueError naming it if the files cannot be loaded."""
    placed = placement.resolve()
    folder = checkpoint.folder()
    with checkpoint.explain_load_errors():
        return LanguageModel(folder, *placed, chat_template)


@dataclass(frozen=True)
class Prompt:
    """A template with placeholders in braces, ``{unit}``.

    Other braces, such as JSON's, are plain text. Raises ValueError if a required placeholder is
    missing, or a placeholder is unknown.
    """

    template: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        present = PLACEHOLDER.findall(self.template)
        known = (*self.required, *self.optional)
        missing = [f"{{{name}}}" for name in self.required if name not in present]
        unknown = [f"{{{name}}}" for name in present if name not in known]
        if missing:
            raise ValueError(f"prompt {self.template!r} lacks {' and '.join(missing)}")
        if unknown:
            names = ", ".join(f"{{{name}}}" for name in known)
            raise ValueError(
                f"prompt {self.template!r}: unknown placeholder {unknown[0]}; known: {names}"
            )

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the prompt; a placeholder in a value is not replaced."""
        return PLACEHOLDER.sub(lambda match: values[match[1]], self.template)

    def has_placeholder(self, name: str) -> bool:
        return name in PLACEHOLDER.findall(self.template)


def encode_within(
    prompt: Prompt, values: Sequence[Mapping[str, str]], encode: Encode, limit: int, name: str
) -> tuple[list[np.ndarray], int]:
    """Fill and encode the prompt for each of the values, and return the number of prompts cut.

    Above ``limit`` tokens, cut the end of the value ``name``. Raises ValueError if a prompt does
    not fit without it.
    """
    filled = [prompt.fill(texts) for texts in values]
    encoded = encode(filled)
    cut = 0
    for index, texts in enumerate(values):
        if len(encoded[index]) > limit:
            encoded[index] = _cut_to_fit(prompt, texts, encode, limit, name)
            cut += 1
    return encoded, cut


def encode_pairs(
    prompt: Prompt,
    pairs: Sequence[tuple[str, str]],
    strip: Callable[[str], str],
    encode: Encode,
    limit: int,
) -> tuple[list[np.ndarray], int]:
    """Return the prompts of all (summary, unit), and the number of summaries cut to fit.

    Raises ValueError if a unit does not fit without any summary.
    """
    values = [{"summary": strip(summary), "unit": strip(unit)} for summary, unit in pairs]
    return encode_within(prompt, values, encode, limit, "summary")


def _cut_to_fit(
    prompt: Prompt, values: Mapping[str, str], encode: Encode, limit: int, name: str
) -> np.ndarray:
    """Return the ids with the longest beginning of a value that fits.

    It is found by bisection over the value's words.
    """
    text = values[name]
    ends = [0, *(match.end() for match in WORD.finditer(text))]

    def encode_beginning(end: int) -> np.ndarray:
        filled = prompt.fill({**values, name: text[:end]})
        return encode([filled])[0]

    fitting = bisect_right(ends, limit, key=lambda end: len(encode_beginning(end)))
    if not fitting:
        others = [f" and the {key} {values[key][:80]!r}" for key in values if key != name]
        raise ValueError(
            f"max_length: the prompt{''.join(others)} alone take more than {limit} tokens; raise "
            "max_length or shorten the prompt"
        )
    return encode_beginning(ends[fitting - 1])
