"""The cache of units: nothing is asked twice, nothing is lost."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import Reference, UnitExtractor
from sacrerouge_litepyramid.extraction.unit_files import CachedExtractor


class Counting(UnitExtractor):
    """Gives the reference as its unit and remembers what it was asked.

    Breaks at the reference ``fatal``.
    """

    def __init__(self, name: str = "counting", fatal: str | None = None) -> None:
        self.name, self.fatal = name, fatal
        self.asked: list[Reference] = []

    def extract(self, references: Sequence[Reference]) -> list[list[Unit]]:
        if self.fatal in references:
            raise KeyboardInterrupt
        self.asked += references
        return [
            [Unit(str(reference), kind="stu", sentence=3)] if reference else []
            for reference in references
        ]

    def identity(self) -> dict[str, Any]:
        return {"type": self.name}


def test_each_distinct_reference_is_asked_once_for_all_runs(tmp_path: Path) -> None:
    first = Counting()
    path = str(tmp_path / "folder" / "units.sqlite")
    answers = CachedExtractor(first, path).extract(["b", "a", "b", "", ["a"]])
    assert first.asked == ["b", "a", "", ["a"]]
    assert [[unit.text for unit in units] for units in answers] == [
        ["b"],
        ["a"],
        ["b"],
        [],
        ["['a']"],
    ]
    second = Counting()
    assert CachedExtractor(second, path).extract(["b", "a", "b", "", ["a"]]) == answers
    assert second.asked == []


def test_a_run_that_was_stopped_goes_on_after_its_last_batch(tmp_path: Path) -> None:
    path = str(tmp_path / "units.sqlite")
    with pytest.raises(KeyboardInterrupt):
        CachedExtractor(Counting(fatal="e"), path, batch_size=2).extract(list("abcdef"))
    again = Counting()
    answers = CachedExtractor(again, path, batch_size=2).extract(list("abcdef"))
    assert again.asked == ["e", "f"]
    assert [units[0].text for units in answers] == list("abcdef")


def test_the_folder_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path))
    CachedExtractor(Counting()).extract(["a"])
    assert (tmp_path / "units.sqlite").exists()
