import json
import random
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from nli_throughput import Measurement, main, make_up_groups, report_differences


def test_the_authors_way_gives_the_same_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "summaries").mkdir()
    (tmp_path / "SCUs.txt").write_text("A bridge opened.\tIt crosses the river.\nTolls rise.\n")
    for system in ("one", "two"):
        (tmp_path / "summaries" / f"{system}.summary").write_text(f"System {system} : a bridge .\nTolls will rise .\n")
    settings = ["--size", "tiny", "--rounds", "2", "--vocab-size", "600", "--device", "cpu", "--data", str(tmp_path)]
    settings += ["--scaling", "10", "4"]
    monkeypatch.setattr(sys, "argv", ["nli_throughput.py", "--json", *settings])
    assert main() == 0
    report = json.loads(capsys.readouterr().out)
    assert report["data"] == f"{tmp_path.name} (authors' files)"
    assert (report["pairs"], report["baseline_pairs"], report["compared_pairs"]) == (6, 6, 6)
    assert report["equal"] is True
    assert report["logit_standard_deviation"] > 100 * report["largest_logit_difference"]
    assert 0 <= report["padding_waste_product"] <= 0.03 < 0.8 < report["padding_waste_baseline"]
    assert 0 < report["model_flops_utilisation"] < 1.5
    assert report["peak_memory_mib_of_both"] > 50
    assert (report["pairs_per_1000_summaries"], [row["pairs"] for row in report["scaling"]]) == (1500, [5, 10])
    assert report["positions_per_token_baseline"] > 5 > report["positions_per_token_product"]


@pytest.mark.parametrize(("error", "equal"), [(0.0, True), (9e-5, True), (2e-4, False)])
def test_a_difference_beyond_the_tolerance_is_not_equal(error: float, equal: bool) -> None:
    expected = np.array([[1.0, 0.0, -1.0], [0.0, 2.0, 1.0]])
    changed = expected + [[0.0, 0.0, 0.0], [0.0, error, 0.0]]
    report = report_differences(Measurement(2, 1.0, expected, sizes=(2,)), changed, "fp32")
    assert report["equal"] is equal
    assert report["largest_logit_difference"] == pytest.approx(error)


def test_a_summary_differs_by_the_mean_of_its_pairs() -> None:
    from sacrerouge_litepyramid.core.judgements import judge_measures

    expected = np.array([[1.0, 0.0, -1.0], [0.0, 2.0, 1.0], [0.0, 0.0, 0.0]])
    changed = expected + [[0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.0, 0.0]]
    report = report_differences(Measurement(3, 1.0, expected, sizes=(2, 1)), changed, "fp32")
    moved = judge_measures(changed)["p2c"] - judge_measures(expected)["p2c"]
    assert report["largest_lite2pyramid_difference"] == pytest.approx(moved[:2].mean())


def test_the_stand_in_has_the_lengths_of_realsumm() -> None:
    groups = make_up_groups(random.Random(0), count=400)
    units = [len(group.units) for group in groups]
    assert 9 < np.mean(units) < 12
    assert 75 < np.mean([len(group.summary.split()) for group in groups]) < 90
    assert groups == make_up_groups(random.Random(0), count=400)
