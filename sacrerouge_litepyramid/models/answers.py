"""A language model's answers: generated ones, or the log-probabilities of given ones."""

import inspect
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import pad_rows, token_budget_batches
from sacrerouge_litepyramid.models.language_model import LanguageModel
from sacrerouge_litepyramid.models.placement import explain_out_of_memory

Ids = tuple[int, ...]


def label_ids(model: LanguageModel, labels: Sequence[str], prompt: str, first_token: bool = False) -> list[Ids]:
    """Return the tokens of each label after the prompt, without the tokens that end an answer.

    ``first_token``: only the first token of each label. Raises ValueError if two labels are equal or one begins with
    another, whose probability is always at least as large.
    """
    if model.seq2seq:
        ids = [tuple(model.tokenizer(text_target=label, add_special_tokens=False)["input_ids"]) for label in labels]
    else:
        ids = [_continuation(model, label, prompt) for label in labels]
    ids = [tokens[:1] for tokens in ids] if first_token else ids
    for index, tokens in enumerate(ids):
        others = [*ids[:index], *ids[index + 1 :]]
        if not tokens or any(other[: len(tokens)] == tokens for other in others):
            raise ValueError(
                f"labels {list(labels)} cannot be distinguished: their tokens are {list(map(list, ids))}, and none may "
                "be empty or begin another; choose labels that the model's tokeniser distinguishes"
            )
    return ids


def _continuation(model: LanguageModel, label: str, prompt: str) -> Ids:
    context = model.render(prompt)
    space = "" if model.chat_template or context[-1:].isspace() else " "
    before, after = model.tokens([context, context + space + label])
    if after[: len(before)].tolist() != before.tolist():
        raise ValueError(
            f"label {label!r} runs into the prompt's last token: end the prompt without white space, with a mark "
            "such as a colon"
        )
    return tuple(after[len(before) :].tolist())


def stems_of(labels: Sequence[Ids]) -> list[Ids]:
    """Return the token sequences to read to score all labels: all tokens but the last, without prefixes of others."""
    stems: list[Ids] = []
    for stem in sorted({label[:-1] for label in labels}, key=lambda stem: (-len(stem), stem)):
        if not any(longer[: len(stem)] == stem for longer in stems):
            stems.append(stem)
    return stems


def label_log_probabilities(
    model: LanguageModel, prompts: Sequence[np.ndarray], labels: Sequence[Ids], tokens_per_batch: int
) -> np.ndarray:
    """Return log-probabilities of shape (prompts, labels), float32, each summed over the label's tokens."""
    import torch
    from tqdm import tqdm

    scores = np.zeros((len(prompts), len(labels)), dtype=np.float32)
    stems = stems_of(labels)
    lengths = [len(prompt) + len(stems[0]) for prompt in prompts]
    with torch.inference_mode(), tqdm(total=len(prompts), desc="judge", unit="pair", disable=None) as progress:
        for batch in token_budget_batches(lengths, tokens_per_batch):
            with explain_out_of_memory(tokens_per_batch):
                scores[batch] = _batch_scores(model, [prompts[index] for index in batch], labels, stems)
            progress.update(len(batch))
    return scores


def _batch_scores(
    model: LanguageModel, prompts: Sequence[np.ndarray], labels: Sequence[Ids], stems: Sequence[Ids]
) -> np.ndarray:
    import torch

    answers = _encoder_answers(model, prompts, stems) if model.seq2seq else _decoder_answers(model, prompts, stems)
    columns: dict[Ids, Any] = {}
    for stem, logits in zip(stems, answers, strict=True):
        logged = torch.log_softmax(logits.float(), dim=-1)
        for label in labels:
            if label not in columns and label[:-1] == stem[: len(label) - 1]:
                places = torch.arange(len(label), device=logged.device)
                columns[label] = logged[:, places, torch.tensor(label, device=logged.device)].sum(dim=1)
    return torch.stack([columns[label] for label in labels], dim=1).cpu().numpy()


def _decoder_answers(model: LanguageModel, prompts: Sequence[np.ndarray], stems: Sequence[Ids]) -> list[Any]:
    """Return for each stem the logits of its tokens and the next, (prompts, stem + 1, vocabulary), left-padded."""
    accepted = inspect.signature(model.model.forward).parameters
    answers = []
    for stem in stems:
        rows = [np.concatenate([prompt, np.array(stem, dtype=np.int32)]) for prompt in prompts]
        inputs = pad_batch(model, rows, "left")
        if "position_ids" in accepted:
            inputs["position_ids"] = (inputs["attention_mask"].cumsum(dim=1) - 1).clamp(min=0)
        if "logits_to_keep" in accepted:
            inputs["logits_to_keep"] = len(stem) + 1
        answers.append(model.model(**inputs, use_cache=False).logits[:, -len(stem) - 1 :])
    return answers


def _encoder_answers(model: LanguageModel, prompts: Sequence[np.ndarray], stems: Sequence[Ids]) -> list[Any]:
    """Return the same as `_decoder_answers` from an encoder-decoder model, whose encoder reads each prompt once."""
    import torch

    inputs = pad_batch(model, prompts, "right")
    encoded = model.model.get_encoder()(**inputs)
    start = model.decoder_start
    answers = []
    for stem in stems:
        decoder = torch.tensor([[*start, *stem]] * len(prompts), device=model.device)
        settings = {"attention_mask": inputs["attention_mask"], "use_cache": False}
        output = model.model(encoder_outputs=encoded, decoder_input_ids=decoder, **settings)
        answers.append(output.logits[:, -len(stem) - 1 :])
    return answers


def pad_batch(model: LanguageModel, rows: Sequence[np.ndarray], side: str) -> dict[str, Any]:
    """Return ``input_ids`` and ``attention_mask`` of shape (rows, longest) on the model's device."""
    import torch

    fields = [{"input_ids": row, "attention_mask": np.ones_like(row)} for row in rows]
    arrays = pad_rows(fields, {"input_ids": model.pad_id, "attention_mask": 0}, side)
    return {name: torch.from_numpy(array).to(model.device) for name, array in arrays.items()}


class Answer(NamedTuple):
    """A generated text; ``finished``: whether the model ended it within the limit of tokens."""

    text: str
    finished: bool


def generate(
    model: LanguageModel,
    prompts: Sequence[np.ndarray],
    max_new_tokens: int,
    tokens_per_batch: int,
    progress: str = "units",
) -> list[Answer]:
    """Generate the greedy answer to each prompt of token ids, in order; ``progress``: the progress bar's title."""
    import torch
    from tqdm import tqdm

    lengths = [len(prompt) + max_new_tokens for prompt in prompts]
    settings = _settings(model, max_new_tokens)
    answers: dict[int, Answer] = {}
    with torch.inference_mode(), tqdm(total=len(prompts), desc=progress, unit="prompt", disable=None) as shown:
        for batch in token_budget_batches(lengths, tokens_per_batch):
            with explain_out_of_memory(tokens_per_batch):
                generated = _generate_batch(model, [prompts[index] for index in batch], settings)
            answers.update(zip(batch, generated, strict=True))
            shown.update(len(batch))
    return [answers[index] for index in range(len(prompts))]


def _generate_batch(model: LanguageModel, rows: Sequence[np.ndarray], settings: Any) -> list[Answer]:
    inputs = pad_batch(model, rows, "right" if model.seq2seq else "left")
    output = model.model.generate(**inputs, generation_config=settings)
    # The decoder's first token is not part of the answer; tokens forced after it are special, and are not decoded.
    begin = 1 if model.seq2seq else inputs["input_ids"].shape[1]
    return [_answer(model, ids) for ids in output[:, begin:].tolist()]


def _answer(model: LanguageModel, ids: list[int]) -> Answer:
    end = next((place for place, token in enumerate(ids) if token in model.end_ids), None)
    text = str(model.tokenizer.decode(ids[:end], skip_special_tokens=True))
    return Answer(text.strip(), finished=end is not None)


def _settings(model: LanguageModel, max_new_tokens: int) -> Any:
    """Return greedy settings with the model's own tokens; the sampling settings of its files are ignored."""
    from transformers import GenerationConfig

    saved = model.model.generation_config.to_diff_dict()
    special = {name: saved[name] for name in saved if name.endswith("token_id")}
    ends = {"eos_token_id": model.end_ids or None, "pad_token_id": model.pad_id}
    return GenerationConfig(**{**special, **ends}, do_sample=False, num_beams=1, max_new_tokens=max_new_tokens)
