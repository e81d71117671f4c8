"""Score given answers of a language model by their log-probabilities, or generate answers."""

import inspect
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.models.batching import apply_by_tokens, collate
from sacrerouge_litepyramid.models.language_model import LanguageModel

_Ids = tuple[int, ...]


def encode_labels(
    model: LanguageModel, labels: Sequence[str], prompt: str, first_token: bool = False
) -> list[_Ids]:
    """Return the tokens of each label after the prompt, without the tokens that end an answer.

    With ``first_token`` it is only the first token of each label. Raises ValueError if two labels
    are equal or one begins with another, whose probability is always at least as large.
    """
    ids = []
    for label in labels:
        tokens = _encode_label(model, label, prompt)
        ids.append(tokens[:1] if first_token else tokens)
    for index, tokens in enumerate(ids):
        others = ids[:index] + ids[index + 1 :]
        begins_another = any(other[: len(tokens)] == tokens for other in others)
        if not tokens or begins_another:
            raise ValueError(
                f"labels {list(labels)} cannot be distinguished: their tokens are "
                f"{list(map(list, ids))}, and none may be empty or begin another; choose labels "
                "that the model's tokeniser distinguishes"
            )
    return ids


def _encode_label(model: LanguageModel, label: str, prompt: str) -> _Ids:
    """Return the tokens of a label as an answer.

    Raise ValueError if it changes the prompt's own tokens.
    """
    if model.seq2seq:
        encoded = model.tokenizer(text_target=label, add_special_tokens=False)
        return tuple(encoded["input_ids"])
    context = model.render(prompt)
    ends_with_space = context[-1:].isspace()
    space = "" if model.chat_template or ends_with_space else " "
    before, after = model.tokenize([context, context + space + label])
    length = len(before)
    if not np.array_equal(after[:length], before):
        raise ValueError(
            f"label {label!r} changes the prompt's last token; end the prompt with a mark such as "
            "a colon, without white space after it"
        )
    return tuple(after[length:].tolist())


def score_labels(
    model: LanguageModel,
    prompts: Sequence[np.ndarray],
    labels: Sequence[_Ids],
    tokens_per_batch: int,
) -> np.ndarray:
    """Return each label's log-probability, (prompts, labels), summed over its tokens, float32."""
    run = _run_seq2seq if model.seq2seq else _run_decoder
    # The logits after all tokens of a label but the last score the label; labels of one token share
    # them.
    prefixes = {label[:-1] for label in labels}

    def score_batch(batch: list[int]) -> Iterable[np.ndarray]:
        import torch

        logits = run(model, [prompts[index] for index in batch], prefixes)
        scores = []
        for label in labels:
            prefix = label[:-1]
            places = range(len(label))
            log_probabilities = torch.log_softmax(logits[prefix].float(), dim=-1)
            of_label = log_probabilities[:, places, label]
            scores.append(of_label.sum(dim=1))
        return torch.stack(scores, dim=1).cpu().numpy()

    longest = max(len(prefix) for prefix in prefixes)
    lengths = [len(prompt) + longest for prompt in prompts]
    scores = apply_by_tokens(score_batch, lengths, tokens_per_batch, "judge")
    return np.stack(scores)


def _run_decoder(
    model: LanguageModel, prompts: Sequence[np.ndarray], prefixes: Iterable[_Ids]
) -> dict[_Ids, Any]:
    """Return the logits after each token of the prefixes: (prompts, prefix + 1, vocabulary)."""
    accepted = inspect.signature(model.model.forward).parameters
    logits = {}
    for prefix in prefixes:
        added = np.array(prefix, dtype=np.int32)
        rows = [np.concatenate([prompt, added]) for prompt in prompts]
        inputs = _collate_prompts(model, rows)
        kept = len(prefix) + 1
        if "position_ids" in accepted:
            positions = inputs["attention_mask"].cumsum(dim=1) - 1
            inputs["position_ids"] = positions.clamp(min=0)
        if "logits_to_keep" in accepted:
            inputs["logits_to_keep"] = kept
        output = model.model(**inputs, use_cache=False)
        logits[prefix] = output.logits[:, -kept:]
    return logits


def _run_seq2seq(
    model: LanguageModel, prompts: Sequence[np.ndarray], prefixes: Iterable[_Ids]
) -> dict[_Ids, Any]:
    """Return the same logits as `_run_decoder`.

    The encoder reads each prompt once for all prefixes.
    """
    import torch

    inputs = _collate_prompts(model, prompts)
    encoded = model.model.get_encoder()(**inputs)
    settings = {
        "encoder_outputs": encoded,
        "attention_mask": inputs["attention_mask"],
        "use_cache": False,
    }
    logits = {}
    for prefix in prefixes:
        begun = [*model.decoder_start, *prefix]
        decoder = torch.tensor([begun] * len(prompts), device=model.device)
        output = model.model(decoder_input_ids=decoder, **settings)
        logits[prefix] = output.logits[:, -len(prefix) - 1 :]
    return logits


def _collate_prompts(model: LanguageModel, prompts: Sequence[np.ndarray]) -> dict[str, Any]:
    """Return ``input_ids`` and ``attention_mask``, (prompts, longest).

    A decoder's prompts end at the same place.
    """
    rows = [{"input_ids": prompt, "attention_mask": np.ones_like(prompt)} for prompt in prompts]
    side = "right" if model.seq2seq else "left"
    return collate(rows, model.tokenizer, model.device, side)


def generate(
    model: LanguageModel,
    prompts: Sequence[np.ndarray],
    max_new_tokens: int,
    tokens_per_batch: int,
    title: str,
) -> list[str]:
    """Generate the greedy answer to each prompt of token ids, in order."""
    settings = {"do_sample": False, "num_beams": 1, "max_new_tokens": max_new_tokens}
    # Padding is masked, so any token can replace a missing padding token.
    ends = {
        "eos_token_id": model.end_ids or None,
        "pad_token_id": model.tokenizer.pad_token_id or 0,
    }

    def answer_batch(batch: list[int]) -> list[str]:
        inputs = _collate_prompts(model, [prompts[index] for index in batch])
        output = model.model.generate(**inputs, **settings, **ends)
        # The decoder's first token is not part of the answer; tokens forced after it are special,
        # and are not decoded.
        begin = 1 if model.seq2seq else inputs["input_ids"].shape[1]
        return [decode_answer(model, ids) for ids in output[:, begin:].tolist()]

    lengths = [len(prompt) + max_new_tokens for prompt in prompts]
    return apply_by_tokens(answer_batch, lengths, tokens_per_batch, title)


def decode_answer(model: LanguageModel, ids: list[int]) -> str:
    """Return the text before the first token that ends an answer."""
    ends = [place for place, token in enumerate(ids) if token in model.end_ids]
    end = ends[0] if ends else len(ids)
    text = model.tokenizer.decode(ids[:end], skip_special_tokens=True)
    return str(text).strip()
