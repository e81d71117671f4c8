"""The recipe of the lexical judge."""

import pytest

from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.judges.lexical import LexicalWeights


def test_the_recipe_fits_the_shipped_weights(shared, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, folder in (
        ("realsumm", "lite-pyramid/REALSumm"),
        ("rose", "rose/cnndm-validation.jsonl"),
    ):
        assert main(["setup-dataset", name, "--source", str(shared / "data" / folder), name]) == 0
    assert main(["train", "judge", "realsumm", "rose", "--output", "weights.json"]) == 0
    weights, shipped = LexicalWeights.load("weights.json"), LexicalWeights.load()
    assert weights.frequencies == shipped.frequencies
    assert (weights.intercept, *weights.coefficients) == pytest.approx(
        (shipped.intercept, *shipped.coefficients), abs=1e-6
    )
