"""The plot of labels saved, from made-up rows of a simulation."""

import json

import pytest

pytest.importorskip("matplotlib")
plot_labels_saved = pytest.importorskip("plot_labels_saved")


def test_each_line_has_the_errors_of_its_rows(tmp_path, monkeypatch):
    rows = [
        {"judge": judge, "design": design, "estimator": estimator, "budget": budget, "rmse": 1 / budget + place}
        for place, (judge, design, estimator) in enumerate(plot_labels_saved.LINES)
        for budget in (5, 10)
    ]
    other = {"judge": "lexical", "design": "paired", "estimator": "human", "budget": 5, "rmse": 9.0}
    (axes,) = plot_labels_saved.draw([*rows, other]).axes
    lines = [list(map(list, line.get_data())) for line in axes.get_lines()]
    assert lines == [[[5, 10], [0.2 + place, 0.1 + place]] for place in range(4)]
    (tmp_path / "simulated.json").write_text(json.dumps({"rows": rows}), "utf-8")
    monkeypatch.setattr(plot_labels_saved, "OUTPUT", tmp_path / "plot.svg")
    monkeypatch.setattr("sys.argv", ["plot_labels_saved.py", str(tmp_path / "simulated.json")])
    plot_labels_saved.main()
    assert "annotators alone, whole documents" in (tmp_path / "plot.svg").read_text("utf-8")
