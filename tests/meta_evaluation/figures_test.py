"""Figures of results: from Python what `--plot` draws, names as they are, and the refusals."""

import sys

import pytest

from sacrerouge_litepyramid import agreement, compare, evaluate_table
from sacrerouge_litepyramid.verdict.demo import make_files

METRICS = ["lite2pyramid_p2c", "lite2pyramid_l2c"]


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    make_files(folder)
    return folder


@pytest.fixture(scope="module")
def results(demo_folder):
    """Results with one panel and with two."""
    return [compare(demo_folder), agreement(demo_folder, METRICS, resamples=50)]


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_every_result_of_a_folder_is_drawn(results, tmp_path, ending):
    starts = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
    for panels, found in enumerate(results, start=1):
        path = tmp_path / f"{panels}{ending}"
        figure = found.plot(path)
        assert len(figure.axes) == panels and path.read_bytes().startswith(starts[ending])
        assert figure._repr_png_().startswith(starts[".png"]), "a notebook shows it"


def test_an_evaluation_of_one_system_is_drawn_with_its_name_unchanged():
    rows = [
        {"system": "$x$_1", "summary": "A fire.", "reference": f"A fire at {place}."}
        for place in "abcd"
    ]
    found = evaluate_table(rows)
    (axes,) = found.plot().axes
    (label,) = axes.get_yticklabels()
    assert label.get_text() == "$x$_1  a" and not label.get_parse_math()
    assert not axes.xaxis.label.get_parse_math(), "a metric may have such a name too"
    assert r"\$x\$\_1" in found.to_latex()


def test_an_unknown_file_ending_is_refused_before_anything_is_drawn(results):
    with pytest.raises(ValueError, match=r"a figure must end in .png, .svg, .pdf, not 'x.gif'"):
        results[0].plot("x.gif")


def test_without_matplotlib_the_message_says_how_to_install_it(results, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(
        ImportError, match=r"a figure needs matplotlib: pip install .sacrerouge-litepyramid\[plot\]"
    ):
        results[0].plot()
