"""The cache of units: nothing is asked twice, nothing is lost."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

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


def test_the_progress_bar_counts_kept_references_as_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars: list[Any] = []
    monkeypatch.setattr(
        "tqdm.tqdm", lambda **options: bars.append(MagicMock(**options)) or bars[-1]
    )
    path = str(tmp_path / "units.sqlite")
    CachedExtractor(Counting(), path, batch_size=2).extract(list("abc"))
    CachedExtractor(Counting(), path, batch_size=2).extract(list("abcd"))
    for bar, total in zip(bars, (3, 4), strict=True):
        done = sum(call.args[0] for call in bar.update.call_args_list)
        assert (bar.total, done, bar.unit, bar.disable) == (total, total, "text", None)


def test_more_keys_than_one_query_holds(tmp_path: Path) -> None:
    path = str(tmp_path / "units.sqlite")
    references = [str(number) for number in range(1200)]
    answers = CachedExtractor(Counting(), path).extract(references)
    assert CachedExtractor(Counting(fatal="0"), path).extract(references) == answers


def test_the_folder_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path))
    CachedExtractor(Counting()).extract(["a"])
    assert (tmp_path / "units.sqlite").exists()


def test_another_file_is_not_used_as_a_cache(tmp_path: Path) -> None:
    broken = tmp_path / "units.sqlite"
    broken.write_text("no database, but long enough to be taken for one" * 30)
    with pytest.raises(ValueError, match="cannot be used as a cache"):
        CachedExtractor(Counting(), str(broken)).extract(["a"])
