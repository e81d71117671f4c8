"""What a cell of a table holds: nothing, a number, a text, or an object with a text in it."""

import ast
import io
import itertools
import json
import re
import tokenize
from collections.abc import Mapping
from typing import Any

import numpy as np

#: whole texts that mean a missing text: what pandas, JSON and Excel write for one
MISSING_TEXTS = ("nan", "none", "null", "n/a", "#n/a", "<na>")
#: whole texts that mean a missing id; others, such as "none", may be the name of a system
MISSING_IDS = ("nan", "<na>")
#: cells in a column of numbers that mean a missing number
MISSING_NUMBERS = ("none", "null", "n/a", "#n/a", "<na>", "na", "-")
#: a share as spreadsheets show it
PERCENT = re.compile(r"\s*([+-]?\d+(?:[.,]\d+)?)\s*%\s*")
#: where the text of an answer stands in an object, the first found one
TEXT_PLACES = (
    "text",
    "content",  # a message; OpenAI, Anthropic
    "message",  # a choice; OpenAI
    "completion",  # inspect_ai
    "choices",  # a response of OpenAI
    "output_text",  # OpenAI's Responses
    "body",  # a line of OpenAI's batch
    "output",  # promptfoo; OpenAI's Responses
    "outputs",
    "generated_text",  # Hugging Face
    "candidates",  # Gemini
    "parts",  # Gemini
    "response",  # MLflow, Ollama
    "answer",
    "result",  # LangChain
    "prediction",
)


def is_blank(value: Any) -> bool:
    """Return whether a cell is empty or blank."""
    return value is None or (isinstance(value, str) and not value.strip())


def is_empty(value: Any) -> bool:
    """Return whether a cell is blank, a missing text, or a list or object with nothing in it."""
    value = to_list(value)
    if isinstance(value, list | tuple | Mapping):
        return not value
    return is_blank(value) or is_missing_text(value)


def is_missing_text(value: Any) -> bool:
    """Return whether a cell's whole text stands for a missing one, such as "nan"."""
    return isinstance(value, str) and value.strip().casefold() in MISSING_TEXTS


def is_missing_id(value: Any) -> bool:
    """Return whether a cell has no id: it is blank, or pandas' text for a missing value."""
    return is_blank(value) or (isinstance(value, str) and value.strip().casefold() in MISSING_IDS)


def parse_number(cell: Any) -> float | None:
    """Return the number in a cell, of "85%" 0.85, or None if it is blank or missing.

    Raises TypeError or ValueError for anything else.
    """
    if is_blank(cell) or (isinstance(cell, str) and cell.strip().casefold() in MISSING_NUMBERS):
        return None
    if isinstance(cell, bool):
        raise TypeError("a truth value is not a number")
    if isinstance(cell, str) and (percent := PERCENT.fullmatch(cell)):
        return float(percent[1].replace(",", ".")) / 100
    return float(cell)


def to_list(value: Any) -> Any:
    """Convert an array, which pandas makes of a list in Parquet, to a list."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def to_text(value: Any) -> Any:
    """Return a number or a date, which may be an answer or an id, as text; 3.0 is "3"."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, bool | int | float) or hasattr(value, "isoformat"):
        return str(value)
    return value


def parse_list(value: Any) -> list[Any] | None:
    """Return a list, also from the text of a JSON list or of one that Python printed, or None."""
    value = to_list(value)
    if isinstance(value, str) and value.lstrip().startswith("["):
        for parse in (json.loads, _parse_literal):
            try:
                return list(parse(value))
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
    return list(value) if isinstance(value, list | tuple) else None


def _parse_literal(text: str) -> list[Any]:
    """Return the list that Python printed; raise ValueError if strings lack a comma between them.

    Python would join such strings; numpy prints arrays without commas.
    """
    text = text.strip()
    values = ast.literal_eval(text)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    kinds = [token.type for token in tokens if token.type != tokenize.NL]
    neighbours = itertools.pairwise(kinds)
    if not isinstance(values, list) or (tokenize.STRING, tokenize.STRING) in neighbours:
        raise ValueError("not a list of single strings")
    return values


def is_answer_object(value: Any) -> bool:
    """Return whether an object has one of TEXT_PLACES, as the answers of providers do."""
    return isinstance(value, Mapping) and any(name in value for name in TEXT_PLACES)


def find_text(value: Any) -> Any:
    """Return the text in the answer of a provider or tool, searched at TEXT_PLACES.

    Parts of one text (``[{"text"}, …]``, as of Anthropic's content and TREC's answers) become
    SacreROUGE's ``{"text": [...]}``. Several answers remain a list, and one in a list is that one.
    Anything else is returned unchanged.
    """
    value = to_list(value)
    if isinstance(value, list | tuple):
        if value and all(isinstance(part, Mapping) and "text" in part for part in value):
            return {"text": [str(find_text(part)) for part in value]}
        # OpenAI's list of outputs has the model's reasoning too.
        texts = [
            find_text(part)
            for part in value
            if is_answer_object(part) or not isinstance(part, Mapping)
        ]
        return texts[0] if len(texts) == 1 else texts
    if not is_answer_object(value):
        return value
    found = [value[name] for name in TEXT_PLACES if value.get(name) is not None]
    if not found:
        return ""
    is_sentences = "text" in value and isinstance(to_list(found[0]), list)
    return {"text": to_list(found[0])} if is_sentences else find_text(found[0])
