"""Shapes of other tools' exports whose cells hold more than one value: each becomes columns."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.table_cells import parse_number, to_list

#: the beginning of the columns with annotators' ratings, which count as human scores
ANNOTATORS = "annotators."
#: the end of Argilla's columns of all annotators' answers to a question
RESPONSES = ".responses"


def translate_exports(lines: Sequence[Line]) -> list[Line]:
    """Return the rows with columns for what these tools keep in lists.

    - Label Studio's ``annotations`` and Argilla's ``responses``: a column ``annotators.NAME`` for
      each question, the mean of the annotators' numbers;
    - lists of ``{"name", "score"}``, as DeepEval's ``metricsData``: ``metricsData.NAME``;
    - TREC RAG's ``references`` are ids of cited passages, and are left out beside an ``answer`` of
      sentences.
    """
    return [Line(_translate(line.data), line.where) for line in lines]


def _translate(cells: Mapping[str, Any]) -> dict[str, Any]:
    row = dict(cells)
    ratings: dict[str, list[float]] = {}
    for name, cell in cells.items():
        value = to_list(cell)
        if name == "annotations" and _are_objects(value, "result"):
            # Label Studio's predictions are made by models, like the annotations.
            row.pop("predictions", None)
            _collect(ratings, _list_annotations(value))
        elif name == "responses" and _are_argilla_responses(value):
            row.pop(name)
            _collect(ratings, _list_responses(value))
        elif name.endswith(RESPONSES) and isinstance(value, list):
            question = name.removesuffix(RESPONSES)
            _collect(ratings, ((question, answer) for answer in value))
        elif _are_objects(value, "name") and _are_objects(value, "score"):
            row |= {f"{name}.{item['name']}": item["score"] for item in value}
    for question, numbers in ratings.items():
        row[f"{ANNOTATORS}{question}"] = sum(numbers) / len(numbers)
    if _are_objects(to_list(cells.get("answer")), "citations"):
        row.pop("references", None)
    return row


def _are_objects(value: Any, field: str) -> bool:
    """Return whether a value is a list of objects that all have a field."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, Mapping) and field in item for item in value)
    )


def _are_argilla_responses(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        _are_objects(to_list(answers), "value") for answers in value.values()
    )


def _list_annotations(annotations: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the question and the answer of each result of Label Studio's annotators."""
    for annotation in annotations:
        if annotation.get("was_cancelled"):
            continue
        for result in annotation["result"]:
            answers = list(result.get("value", {}).values())
            # A choice is a list of texts, a rating or a number is one.
            for answer in answers[0] if answers and isinstance(answers[0], list) else answers:
                yield str(result.get("from_name", result.get("type"))), answer


def _list_responses(responses: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for question, answers in responses.items():
        for answer in to_list(answers):
            yield question, answer["value"]


def _collect(ratings: dict[str, list[float]], answers: Iterator[tuple[str, Any]]) -> None:
    """Add the answers that are numbers to the ratings by question."""
    for question, answer in answers:
        try:
            number = parse_number(answer)
        except (TypeError, ValueError):
            continue
        if number is not None:
            ratings.setdefault(question, []).append(number)
