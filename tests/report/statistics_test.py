"""From how many documents on the report has an interval."""

import numpy as np
import pytest

from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.report.inputs import Inputs
from sacrerouge_litepyramid.report.statistics import ReportSettings, compute_statistics


@pytest.mark.parametrize(("documents", "has_interval"), [(1, False), (2, True)])
def test_two_documents_are_enough_for_an_interval(documents, has_interval):
    human = np.array([[0.1, 0.3], [0.4, 0.2], [0.9, 0.7]])[:, :documents]
    scores = Scores(("x", "y", "z"), ("a", "b")[:documents], human, {"ours": human**2})
    inputs = Inputs("data", "human", scores, {}, [], {}, [])
    agreement = compute_statistics(inputs, [], ReportSettings(20, 64))["metrics"][1]["agreement"]
    assert (agreement["system_pearson"]["low"] is not None) == has_interval
