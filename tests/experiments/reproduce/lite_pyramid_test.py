import pytest

from sacrerouge_litepyramid.experiments.reproduce.lite_pyramid import compute_rows


@pytest.mark.numbers
def test_every_row_is_within_its_tolerance(shared):
    rows = compute_rows(shared / "data" / "lite-pyramid")
    names = [row.name for row in rows]
    assert len(names) == len(set(names)) == 50
    wrong = [row for row in rows if row.has_failed]
    assert not wrong
    assert "REALSumm: judgements" in names and "PyrXSum: human score of t5-large" in names
