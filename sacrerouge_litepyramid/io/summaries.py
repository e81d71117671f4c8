"""summaries.jsonl, in SacreROUGE's format: one system's summary of one instance per line."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.io.files import Line, build_error, read_json_lines, required
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key


class Summary(NamedTuple):
    """A summary. Texts are strings or lists of sentences."""

    instance_id: str
    summarizer_id: str
    # peer or reference
    summarizer_type: str
    text: Text
    # may be empty, as may the documents
    references: list[Text]
    documents: list[Text]
    # the file and the line, for messages
    where: str
    # the question that the summary answers, "" if there is none
    question: str = ""

    @property
    def key(self) -> SummaryKey:
        """The instance and the system."""
        return SummaryKey(self.instance_id, self.summarizer_id)


def read_summaries(path: str | Path) -> list[Summary]:
    """Read the summaries of a file.

    Raises ValueError for a wrong field, or as `check_summaries` does.
    """
    summaries = [_parse_summary(line) for line in read_json_lines(path)]
    check_summaries(summaries)
    return summaries


def check_summaries(summaries: Iterable[Summary]) -> None:
    """Raise ValueError for an unknown type, or two summaries of an instance by one system."""
    seen: dict[SummaryKey, str] = {}
    for summary in summaries:
        where = f"{summary.where}, instance {summary.instance_id!r}"
        if summary.summarizer_type not in ("peer", "reference"):
            raise ValueError(
                f"{where}: summarizer_type must be peer or reference, not "
                f"{summary.summarizer_type!r}"
            )
        first = seen.setdefault(summary.key, summary.where)
        if first != summary.where:
            raise ValueError(
                f"{where}: system {summary.summarizer_id!r} already has a summary ({first}); "
                "remove one of them"
            )


def summary_to_json(summary: Summary) -> dict[str, Any]:
    """Return a summary's line of summaries.jsonl."""
    data: dict[str, Any] = {**summary.key._asdict(), "summarizer_type": summary.summarizer_type}
    data["summary"] = {"text": summary.text}
    if summary.question:
        data["question"] = summary.question
    for field, texts in (("references", summary.references), ("documents", summary.documents)):
        if texts:
            data[field] = [{"text": text} for text in texts]
    return data


def collect_documents(summaries: Iterable[Summary]) -> dict[str, list[str]] | None:
    """Return the documents of each instance's first summary with documents, or None without any."""
    documents: dict[str, list[str]] = {}
    for summary in summaries:
        if summary.documents:
            texts = [flatten(text) for text in summary.documents]
            documents.setdefault(summary.instance_id, texts)
    return documents or None


def _parse_summary(line: Line) -> Summary:
    return Summary(
        *parse_key(line),
        summarizer_type=required(line, "summarizer_type", str),
        text=parse_text(line, required(line, "summary", dict), "summary"),
        references=parse_texts(line, "reference"),
        documents=parse_texts(line, "document"),
        where=line.where,
        question=str(line.data.get("question", "")),
    )


def parse_texts(line: Line, field: str) -> list[Text]:
    """Return the text in ``field``, or the texts in its plural, as SacreROUGE has both."""
    if field in line.data:
        return [parse_text(line, required(line, field, dict), field)]
    plural = f"{field}s"
    items = required(line, plural, list) if plural in line.data else []
    # A string is not an object with a text, and parse_text refuses None.
    return [parse_text(line, item if isinstance(item, dict) else None, plural) for item in items]


def parse_text(line: Line, value: Any, field: str) -> Text:
    """Return a text, plain or as ``{"text"}``; nested paragraphs become one list of sentences."""
    text = value.get("text") if isinstance(value, dict) else value
    if isinstance(text, str):
        return text
    sentences = _flatten_paragraphs(text) if isinstance(text, list) else None
    if sentences is None:
        raise build_error(line, f'{field!r} must be {{"text": a string or a list of sentences}}')
    return sentences


def _flatten_paragraphs(texts: list[Any]) -> list[str] | None:
    """Return the sentences of nested paragraphs, or None if any is not a string."""
    flat: list[str] = []
    for item in texts:
        nested = _flatten_paragraphs(item) if isinstance(item, list) else [item]
        if nested is None or not all(isinstance(text, str) for text in nested):
            return None
        flat += nested
    return flat
