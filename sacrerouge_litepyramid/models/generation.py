"""Generate answers with a language model: greedily, or sampled with a seed for each prompt."""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.models.batching import token_budget_batches
from sacrerouge_litepyramid.models.labels import pad_batch
from sacrerouge_litepyramid.models.language_model import LanguageModel
from sacrerouge_litepyramid.models.placement import explain_out_of_memory


class Answer(NamedTuple):
    """A generated text; ``finished``: whether the model ended it before the limit of tokens."""

    text: str
    finished: bool


class Sampling(NamedTuple):
    """Sampling settings: a sample depends on the seed and its prompt's tokens, as prompts are sampled one at a time."""

    seed: int
    temperature: float = 1.0


def generate(
    model: LanguageModel,
    prompts: Sequence[np.ndarray],
    max_new_tokens: int,
    tokens_per_batch: int,
    sampling: Sampling | None = None,
    progress: str = "units",
) -> list[Answer]:
    """Generate an answer to each prompt of token ids, in order. The sampling settings of the model's files are ignored.

    ``progress``: what is generated, for the progress bar.
    """
    import torch
    from tqdm import tqdm

    lengths = [len(prompt) + max_new_tokens for prompt in prompts]
    batches = token_budget_batches(lengths, 1 if sampling else tokens_per_batch)
    answers: dict[int, Answer] = {}
    devices = [model.device] if model.device.startswith("cuda") else []
    with torch.inference_mode(), tqdm(total=len(prompts), desc=progress, unit="prompt", disable=None) as shown:
        for batch in batches:
            rows = [prompts[index] for index in batch]
            with torch.random.fork_rng(devices, enabled=sampling is not None), explain_out_of_memory(tokens_per_batch):
                if sampling:
                    torch.manual_seed(_seed(sampling.seed, rows[0]))
                generated = _generate_batch(model, rows, _settings(model, max_new_tokens, sampling))
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


def _settings(model: LanguageModel, max_new_tokens: int, sampling: Sampling | None) -> Any:
    from transformers import GenerationConfig

    sampled = {"temperature": sampling.temperature, "top_k": 0, "top_p": 1.0} if sampling else {}
    own = model.model.generation_config.to_diff_dict()
    special = {name: own[name] for name in own if name.endswith("token_id")}
    ends = {"eos_token_id": model.end_ids or None, "pad_token_id": model.pad_id}
    return GenerationConfig(
        **{**special, **ends, **sampled}, do_sample=sampling is not None, num_beams=1, max_new_tokens=max_new_tokens
    )


def _seed(seed: int, ids: np.ndarray) -> int:
    digest = hashlib.sha256(f"{seed} {ids.tolist()}".encode()).digest()
    return int.from_bytes(digest[:7], "big")
