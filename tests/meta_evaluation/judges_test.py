"""The limits of a judge, and that the numbers in them are those of the released data."""

from dataclasses import replace

import pytest

from helpers.fakes import AllWords
from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM
from sacrerouge_litepyramid.experiments.fold_agreement import measure_fold
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC
from sacrerouge_litepyramid.io.score_files import read_scores
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.judges.embedding import EmbeddingWeights
from sacrerouge_litepyramid.judges.judge import WRITTEN
from sacrerouge_litepyramid.judges.lexical import LexicalJudge, LexicalWeights
from sacrerouge_litepyramid.meta_evaluation.judges import describe_limits
from sacrerouge_litepyramid.meta_evaluation.scores import arrange_scores
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.verdict.tables.scored_table import build_table_extractor, score_data_set
from sacrerouge_litepyramid.verdict.tables.table_data_set import build_data_set


def sign_units(judge, **units):
    return Lite2Pyramid(judge).sign({"distinct": units})


def test_the_signature_gives_the_limits_of_the_shipped_judge():
    signature = {**sign_units(LexicalJudge(), stu=9), "extractor": {"type": "dependency"}}
    limits = describe_limits(signature)
    assert limits.startswith(
        "Limits: on REALSumm and RoSE it gives 0.04 to units of other documents and 0.88 to units "
        "that are stated word for word; use scores to rank"
    )
    assert (
        "r with human scores by extracted units is 0.987 over systems and 0.608 within" in limits
        and "it compares words" in limits
    )
    assert "r with human scores" not in describe_limits(sign_units(LexicalJudge(), stu=9)), (
        "extracted by what?"
    )
    assert describe_limits({"metric": "rouge"}) is None and describe_limits(None) is None


def test_limits_that_were_not_measured_are_called_so():
    limits = describe_limits(sign_units(AllWords(), scu=9), AllWords().agreement)
    assert limits == (
        "Limits: its floor and ceiling were not measured; use scores to rank; they are not "
        "percentages; its agreement with human scores by such units on other data is not known "
        "(docs/choose-a-judge.md)."
    )
    provenance = {"source": "mine", "range": {"floor": 0.1, "ceiling": 0.9}}
    judge = LexicalJudge.from_weights(
        replace(LexicalWeights.load(), provenance=provenance, agreement=())
    )
    limits = describe_limits(sign_units(judge, scu=9), judge.agreement)
    assert "on mine it gives 0.10" in limits and "is not known; it compares words" in limits


def test_the_shipped_weights_have_the_agreement_that_was_measured():
    assert all(weights.load().agreement for weights in (LexicalWeights, EmbeddingWeights))


@pytest.mark.numbers
@pytest.mark.parametrize("source", [WRITTEN, "clauses", "dependency", "sentence"])
def test_the_agreement_is_that_of_the_released_data(source, released_corpus):
    folder = released_corpus(PYRXSUM)
    data = build_data_set(read_table(folder / "summaries.jsonl"))
    if source == WRITTEN:
        units = {
            name: document.units for name, document in read_units(folder / "scus.jsonl").items()
        }
        data = data._replace(units=units)
    model = LexicalJudge()
    scored = score_data_set(data, model, lambda: build_table_extractor(model, source))
    assert scored.source == source
    human = read_scores([folder / "metrics.jsonl"], [HUMAN_METRIC])[HUMAN_METRIC]
    scores = arrange_scores(
        {HUMAN_METRIC: human, "ours": scored.peer_scores("p2c")}, HUMAN_METRIC, ["ours"]
    )
    found = measure_fold(scores, "ours")
    expected = next(row for row in model.agreement if row.units == source)
    assert (round(found["system_pearson"], 3), round(found["summary_pearson"], 3)) == expected[2:]
