"""Score given answers of a language model by their log-probabilities, or generate answers."""

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.models.batching import batch_by_tokens, pad_rows
from sacrerouge_litepyramid.models.language_model import LanguageModel
from sacrerouge_litepyramid.models.placement import explain_out_of_memory

Ids = tuple[int, ...]


def encode_labels(model: LanguageModel, labels: Sequence[str], prompt: str, first_token: bool = False) -> list[Ids]:
    """Return the tokens of each label after the prompt, without the tokens that end an answer.

    ``first_token``: only the first token of each label. Raises ValueError if two labels are equal or one begins with
    another, whose probability is always at least as large.
    """
    if model.seq2seq:
        ids = [tuple(model.tokenizer(text_target=label, add_special_tokens=False)["input_ids"]) for label in labels]
    else:
        ids = [_encode_continuation(model, label, prompt) for label in labels]
    ids = [tokens[:1] for tokens in ids] if first_token else ids
    for index, tokens in enumerate(ids):
        others = [*ids[:index], *ids[index + 1 :]]
        if not tokens or any(other[: len(tokens)] == tokens for other in others):
            raise ValueError(
                f"labels {list(labels)} cannot be distinguished: their tokens are {list(map(list, ids))}, and none may "
                "be empty or begin another; choose labels that the model's tokeniser distinguishes"
            )
    return ids


def _encode_continuation(model: LanguageModel, label: str, prompt: str) -> Ids:
    """Return the tokens that a label adds to the prompt; raise ValueError if it changes the prompt's own tokens."""
    context = model.render(prompt)
    space = "" if model.chat_template or context[-1:].isspace() else " "
    before, after = model.tokenize([context, context + space + label])
    if after[: len(before)].tolist() != before.tolist():
        raise ValueError(
            f"label {label!r} changes the prompt's last token; end the prompt with a mark such as a colon, without "
            "white space after it"
        )
    return tuple(after[len(before) :].tolist())


def list_label_prefixes(labels: Sequence[Ids]) -> list[Ids]:
    """Return the labels without their last tokens, whose logits score all labels; omit those that begin another one."""
    prefixes: list[Ids] = []
    for prefix in sorted({label[:-1] for label in labels}, key=lambda prefix: (-len(prefix), prefix)):
        if not any(longer[: len(prefix)] == prefix for longer in prefixes):
            prefixes.append(prefix)
    return prefixes


def score_labels(
    model: LanguageModel, prompts: Sequence[np.ndarray], labels: Sequence[Ids], tokens_per_batch: int
) -> np.ndarray:
    """Return log-probabilities of shape (prompts, labels), float32, each summed over the label's tokens."""
    import torch
    from tqdm import tqdm

    scores = np.zeros((len(prompts), len(labels)), dtype=np.float32)
    prefixes = list_label_prefixes(labels)
    lengths = [len(prompt) + len(prefixes[0]) for prompt in prompts]
    with torch.inference_mode(), tqdm(total=len(prompts), desc="judge", unit="pair", disable=None) as progress:
        for batch in batch_by_tokens(lengths, tokens_per_batch):
            with explain_out_of_memory(tokens_per_batch):
                scores[batch] = _score_batch(model, [prompts[index] for index in batch], labels, prefixes)
            progress.update(len(batch))
    return scores


def _score_batch(
    model: LanguageModel, prompts: Sequence[np.ndarray], labels: Sequence[Ids], prefixes: Sequence[Ids]
) -> np.ndarray:
    import torch

    run = _run_seq2seq if model.seq2seq else _run_decoder
    columns: dict[Ids, Any] = {}
    for prefix, logits in zip(prefixes, run(model, prompts, prefixes), strict=True):
        log_probabilities = torch.log_softmax(logits.float(), dim=-1)
        for label in labels:
            if label not in columns and label[:-1] == prefix[: len(label) - 1]:
                positions = torch.arange(len(label), device=logits.device)
                tokens = torch.tensor(label, device=logits.device)
                columns[label] = log_probabilities[:, positions, tokens].sum(dim=1)
    return torch.stack([columns[label] for label in labels], dim=1).cpu().numpy()


def _run_decoder(model: LanguageModel, prompts: Sequence[np.ndarray], prefixes: Sequence[Ids]) -> list[Any]:
    """Return, for each prefix, the logits of its tokens and of the next one: (prompts, prefix + 1, vocabulary)."""
    accepted = inspect.signature(model.model.forward).parameters
    all_logits = []
    for prefix in prefixes:
        rows = [np.concatenate([prompt, np.array(prefix, dtype=np.int32)]) for prompt in prompts]
        inputs = pad_batch(model, rows, "left")
        if "position_ids" in accepted:
            inputs["position_ids"] = (inputs["attention_mask"].cumsum(dim=1) - 1).clamp(min=0)
        if "logits_to_keep" in accepted:
            inputs["logits_to_keep"] = len(prefix) + 1
        all_logits.append(model.model(**inputs, use_cache=False).logits[:, -len(prefix) - 1 :])
    return all_logits


def _run_seq2seq(model: LanguageModel, prompts: Sequence[np.ndarray], prefixes: Sequence[Ids]) -> list[Any]:
    """Return the same logits as `_run_decoder`; the encoder reads each prompt once for all prefixes."""
    import torch

    inputs = pad_batch(model, prompts, "right")
    encoded = model.model.get_encoder()(**inputs)
    start = model.decoder_start
    all_logits = []
    for prefix in prefixes:
        decoder = torch.tensor([[*start, *prefix]] * len(prompts), device=model.device)
        settings = {"attention_mask": inputs["attention_mask"], "use_cache": False}
        output = model.model(encoder_outputs=encoded, decoder_input_ids=decoder, **settings)
        all_logits.append(output.logits[:, -len(prefix) - 1 :])
    return all_logits


def pad_batch(model: LanguageModel, rows: Sequence[np.ndarray], side: str) -> dict[str, Any]:
    """Return ``input_ids`` and ``attention_mask`` of shape (rows, longest) on the model's device."""
    import torch

    fields = [{"input_ids": row, "attention_mask": np.ones_like(row)} for row in rows]
    arrays = pad_rows(fields, {"input_ids": model.pad_id, "attention_mask": 0}, side)
    return {name: torch.from_numpy(array).to(model.device) for name, array in arrays.items()}


def generate(
    model: LanguageModel,
    prompts: Sequence[np.ndarray],
    max_new_tokens: int,
    tokens_per_batch: int,
    title: str,
) -> list[str]:
    """Generate the greedy answer to each prompt of token ids, in order; ``title``: the progress bar's title."""
    import torch
    from tqdm import tqdm

    lengths = [len(prompt) + max_new_tokens for prompt in prompts]
    settings = _make_settings(model, max_new_tokens)
    answers: dict[int, str] = {}
    with torch.inference_mode(), tqdm(total=len(prompts), desc=title, unit="prompt", disable=None) as progress:
        for batch in batch_by_tokens(lengths, tokens_per_batch):
            with explain_out_of_memory(tokens_per_batch):
                generated = _generate_batch(model, [prompts[index] for index in batch], settings)
            answers.update(zip(batch, generated, strict=True))
            progress.update(len(batch))
    return [answers[index] for index in range(len(prompts))]


def _generate_batch(model: LanguageModel, rows: Sequence[np.ndarray], settings: Any) -> list[str]:
    inputs = pad_batch(model, rows, "right" if model.seq2seq else "left")
    output = model.model.generate(**inputs, generation_config=settings)
    # The decoder's first token is not part of the answer; tokens forced after it are special, and are not decoded.
    begin = 1 if model.seq2seq else inputs["input_ids"].shape[1]
    return [_decode_answer(model, ids) for ids in output[:, begin:].tolist()]


def _decode_answer(model: LanguageModel, ids: list[int]) -> str:
    """Return the text before the first token that ends an answer."""
    end = next((place for place, token in enumerate(ids) if token in model.end_ids), None)
    return str(model.tokenizer.decode(ids[:end], skip_special_tokens=True)).strip()


def _make_settings(model: LanguageModel, max_new_tokens: int) -> Any:
    """Return greedy settings with the model's own tokens; the sampling settings of its files are ignored."""
    from transformers import GenerationConfig

    saved = model.model.generation_config.to_diff_dict()
    special = {name: saved[name] for name in saved if name.endswith("token_id")}
    ends = {"eos_token_id": model.end_ids or None, "pad_token_id": model.pad_id}
    return GenerationConfig(**{**special, **ends}, do_sample=False, num_beams=1, max_new_tokens=max_new_tokens)
