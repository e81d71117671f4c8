"""Summaries and references as sentences; equal summaries are stored once."""

from collections.abc import Iterable, Mapping

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.formats.summaries import Summary
from sacrerouge_litepyramid.text.sentences import sentences_of

NONE = -1


class Texts:
    """The texts of a report; ``table`` holds the sentences of each distinct summary.

    White space becomes single spaces. An instance's references are taken from its first summary with references.
    """

    def __init__(self, summaries: Mapping[SummaryKey, Summary], keys: Iterable[SummaryKey]) -> None:
        self.table: list[list[str]] = []
        self._places: dict[SummaryKey, int] = {}
        self._references: dict[str, list[list[str]]] = {}
        places: dict[str, int] = {}
        for key, summary in ((key, summaries[key]) for key in keys):
            text = flatten(summary.text)
            if text not in places:
                places[text] = len(self.table)
                self.table.append([sentence for sentence in sentences_of(summary.text) if sentence])
            self._places[key] = places[text]
        for summary in summaries.values():
            if summary.references and summary.instance_id not in self._references:
                self._references[summary.instance_id] = [sentences_of(text) for text in summary.references]

    def place(self, key: SummaryKey) -> int:
        """Return a summary's index in the table, or NONE."""
        return self._places.get(key, NONE)

    def summary(self, key: SummaryKey) -> list[str]:
        """Return the sentences of a summary."""
        return self.table[self._places[key]] if key in self._places else []

    def references(self, instance: str) -> list[list[str]]:
        """Return the sentences of each reference of an instance."""
        return self._references.get(instance, [])
