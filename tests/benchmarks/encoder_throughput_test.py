import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

import encoder_throughput


def test_one_at_a_time_gives_the_same_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "summaries").mkdir()
    (tmp_path / "SCUs.txt").write_text("A bridge opened .\nTolls rise .\n")
    for system in ("one", "two"):
        (tmp_path / "summaries" / f"{system}.summary").write_text(
            f"A bridge opened . It crosses the river , says {system} .\nTolls will rise .\n"
        )
    settings = ["--layer", "1", "--rounds", "2", "--vocab-size", "600", "--device", "cpu", "--data", str(tmp_path)]
    settings += ["--baseline-share", "0.5"]
    monkeypatch.setattr(sys, "argv", ["encoder_throughput.py", "--json", *settings])
    assert encoder_throughput.main() == 0
    report = json.loads(capsys.readouterr().out)
    assert report["data"] == f"{tmp_path.name} (authors' files)"
    assert (report["sentences"], report["baseline_sentences"], report["distinct_share"]) == (6, 4, 0.667)
    assert report["layer"] == "1 of 2"
    assert report["equal"] is True and 0 < report["largest_relative_difference"] < 1e-4
    assert report["ratio"] > 0
