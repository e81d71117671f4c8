"""Figures of results: from Python what `--plot` draws, names as they are, and the refusals."""

import sys

import pytest

from sacrerouge_litepyramid import agreement, compare, compare_metrics, evaluate_table
from sacrerouge_litepyramid.demo import make_files
from sacrerouge_litepyramid.evaluation.records import SUMMARY, SYSTEM

METRICS = ["lite2pyramid_p2c", "lite2pyramid_l2c"]
FAST = {"resamples": 50, "permutations": 50}


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    make_files(folder)
    return folder


def test_metrics_are_drawn_as_differences_with_intervals(demo_folder, tmp_path):
    found = compare_metrics(demo_folder, METRICS, **FAST, plot=tmp_path / "by_option.svg")
    figure = found.plot(tmp_path / "by_method.svg")
    assert figure._repr_png_().startswith(b"\x89PNG"), "a notebook shows it"
    assert (tmp_path / "by_option.svg").read_bytes() == (tmp_path / "by_method.svg").read_bytes()
    (pair,) = found.pairs
    for axes, level in zip(figure.axes, (SYSTEM, SUMMARY), strict=True):
        (bars,) = axes.collections
        (ends,) = bars.get_segments()
        difference = pair.by_level[level].pearson.difference
        assert ends[:, 0] == pytest.approx([difference.low, difference.high])
        assert [0, 0] in [list(line.get_xdata()) for line in axes.lines], (
            "the line of no difference"
        )
        assert f"{level.name}-level r" in axes.get_xlabel()


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_every_result_of_a_folder_is_drawn(demo_folder, tmp_path, ending):
    starts = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
    for panels, found in enumerate(
        [compare(demo_folder), agreement(demo_folder, METRICS, **FAST)], start=1
    ):
        path = tmp_path / f"{panels}{ending}"
        assert len(found.plot(path).axes) == panels and path.read_bytes().startswith(starts[ending])


def test_an_evaluation_of_one_system_is_drawn_with_its_name_unchanged():
    rows = [
        {"system": "$x$_1", "summary": "A fire.", "reference": f"A fire at {place}."}
        for place in "abcd"
    ]
    found = evaluate_table(rows)
    (axes,) = found.plot().axes
    (label,) = axes.get_yticklabels()
    assert label.get_text() == "$x$_1" and not label.get_parse_math()
    assert r"\$x\$\_1" in found.to_latex()


def test_an_unknown_file_ending_is_refused_before_anything_is_drawn(demo_folder):
    with pytest.raises(ValueError, match=r"a figure must end in .png, .svg, .pdf, not 'x.gif'"):
        compare(demo_folder).plot("x.gif")


def test_without_matplotlib_the_message_says_how_to_install_it(demo_folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(
        ImportError, match=r"a figure needs matplotlib: pip install .sacrerouge-litepyramid\[plot\]"
    ):
        compare(demo_folder).plot()
