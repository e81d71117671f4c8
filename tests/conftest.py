"""What several tests share: the shared data folder, and a small data set written to files."""

import os
from pathlib import Path

import pytest

from helpers import fakes  # noqa: F401  (registers the fake presence models)
from helpers.support import ROOT, write_lines


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("LITEPYRAMID_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"no shared data at {folder}; set LITEPYRAMID_SHARED")
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two instances and two systems: summaries.jsonl, scus.jsonl, presence.jsonl."""
    folder = tmp_path / "data"
    folder.mkdir()
    summaries = {
        ("a", "good"): "the cat sat on the mat",
        ("a", "poor"): "dogs bark",
        ("b", "good"): "rain fell in the north",
        ("b", "poor"): "",
    }
    units = {
        "a": [{"text": "cat sat"}, {"text": "mat", "weight": 3}],
        "b": [{"text": "rain fell"}, {"text": "north"}, {"text": "south"}],
    }
    labels = {("a", "good"): [1, 1], ("a", "poor"): [0, 0], ("b", "good"): [1, 1, 0], ("b", "poor"): [0, 0, 0]}
    write_lines(
        folder / "summaries.jsonl",
        [
            {
                "instance_id": instance,
                "summarizer_id": system,
                "summarizer_type": "peer",
                "summary": {"text": text},
                "references": [{"text": "reference of " + instance}],
            }
            for (instance, system), text in summaries.items()
        ],
    )
    write_lines(folder / "scus.jsonl", [{"instance_id": name, "units": value} for name, value in units.items()])
    write_lines(
        folder / "presence.jsonl",
        [{"instance_id": key[0], "summarizer_id": key[1], "labels": value} for key, value in labels.items()],
    )
    return folder
