"""Training of miniature models until they give the answers that a test needs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

#: the label of a token that is not to be learned
NO_TARGET = -100


def teach(folder: Path, answers: dict[str, str], steps: int = 300) -> Path:
    """Trains a saved language model until it gives these answers, end mark included, to these
    prompts.
    """
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

    seq2seq = AutoConfig.from_pretrained(folder).is_encoder_decoder
    kind: Any = AutoModelForSeq2SeqLM if seq2seq else AutoModelForCausalLM
    # Without dropout (no train mode) fewer steps are needed.
    model, tokenizer = kind.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    rows, targets = [], []
    for prompt, answer in answers.items():
        question = tokenizer(prompt)["input_ids"]
        reply = [*tokenizer(answer, add_special_tokens=False)["input_ids"], tokenizer.eos_token_id]
        rows.append(question if seq2seq else question + reply)
        targets.append(reply if seq2seq else [NO_TARGET] * len(question) + reply)
    batch = {
        "input_ids": pad(rows, 0),
        "attention_mask": pad([[1] * len(row) for row in rows], 0),
        "labels": pad(targets, NO_TARGET),
    }
    train(model, lambda: model(**batch).loss, 0.05 / len(rows), steps, learning_rate=1e-2)
    model.save_pretrained(folder)
    return folder


def train(
    model: Any, loss_of: Callable[[], Any], enough: float, steps: int, learning_rate: float
) -> None:
    """Lowers a model's loss until it is below ``enough``, in at most ``steps`` steps."""
    import torch

    optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate)
    for _ in range(steps):
        loss = loss_of()
        if loss < enough:
            break
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def pad(rows: list[list[int]], filler: int) -> Any:
    """A tensor of rows of one length, the shorter ones filled at their ends."""
    import torch

    width = max(map(len, rows))
    return torch.tensor([row + [filler] * (width - len(row)) for row in rows])


def teach_answers(folder: Path, answers: dict[tuple[str, str], str], steps: int = 300) -> Path:
    """Trains a saved answerer until it finds these answers to (question, context), "" being
    none.
    """
    import torch
    from transformers import AutoModelForQuestionAnswering, AutoTokenizer

    model, tokenizer = (
        AutoModelForQuestionAnswering.from_pretrained(folder),
        AutoTokenizer.from_pretrained(folder),
    )
    examples = []
    for (question, context), answer in answers.items():
        encoded = tokenizer(question, context, return_tensors="pt")
        first, last = context.find(answer), context.find(answer) + len(answer) - 1
        places = [
            encoded.char_to_token(0, place, sequence_index=1) if answer else 0
            for place in (first, last)
        ]
        targets = dict(
            zip(("start_positions", "end_positions"), map(torch.tensor, places), strict=True)
        )
        examples.append({**encoded, **{name: place.reshape(1) for name, place in targets.items()}})
    train(
        model,
        lambda: sum(model(**example).loss for example in examples),
        0.05,
        steps,
        learning_rate=5e-3,
    )
    model.save_pretrained(folder)
    return folder
