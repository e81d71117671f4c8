import numpy as np
import pytest
from matplotlib.figure import Figure

from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.experiments.realsumm import ExperimentSettings
from sacrerouge_litepyramid.experiments.realsumm_plots import place_labels, save_plots
from sacrerouge_litepyramid.experiments.realsumm_report import analyse


@pytest.fixture
def scores():
    generator = np.random.default_rng(0)
    people = generator.random((6, 5))
    metrics = {"first": people + generator.random((6, 5)) / 4, "other": generator.random((6, 5))}
    names = ("abs_alpha_out", "abs_beta_out", "abs_gamma_out", "ext_alpha_out", "ext_delta_out", "plain")
    return Scores(names, tuple("abcde"), people, metrics)


def test_figures_are_whole_and_the_same_each_time(scores, tmp_path):
    part = analyse(scores, ExperimentSettings(resamples=10, pairwise_seeds=1))
    first = {path.name: path.read_bytes() for path in save_plots("mix", scores, part, "people", tmp_path)}
    again = {path.name: path.read_bytes() for path in save_plots("mix", scores, part, "people", tmp_path)}
    kinds = ("scatter", "documents", "top-k", "williams")
    assert sorted(first) == sorted(f"mix-{kind}.{ending}" for kind in kinds for ending in ("png", "svg"))
    assert first == again
    assert all(data.startswith(b"\x89PNG") for name, data in first.items() if name.endswith("png"))
    texts = first["mix-scatter.svg"].decode()
    assert all(word in texts for word in ("alpha", "delta", "plain", "first", "other", "6 systems, 5 documents"))
    assert "mean" in first["mix-documents.svg"].decode()


def test_a_metric_without_any_correlation_can_be_drawn(scores, tmp_path):
    scores.metrics["other"][:] = 1.0
    part = analyse(scores, ExperimentSettings(resamples=0))
    assert len(save_plots("mix", scores, part, "people", tmp_path)) == 8


def test_labels_of_near_points_do_not_overlap():
    figure = Figure(figsize=(5, 4), layout="constrained")
    axes = figure.subplots()
    x, y = np.array([0.0, 0.5, 0.505, 0.51, 1.0]), np.array([0.0, 0.5, 0.505, 0.5, 1.0])
    axes.scatter(x, y)
    axes.margins(0.2)
    place_labels(figure, axes, x, y, ["one", "second", "third", "fourth", "last"])
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in axes.texts]
    assert not any(one.overlaps(other) for place, one in enumerate(boxes) for other in boxes[place + 1 :])
