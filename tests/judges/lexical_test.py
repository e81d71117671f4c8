import json
import math
from dataclasses import replace

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judge_input import list_part_texts
from sacrerouge_litepyramid.core.judgements import judge_measures
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.judge import HumanAgreement, Judge
from sacrerouge_litepyramid.judges.lexical import (
    ABSENT,
    DocumentFrequencies,
    LexicalJudge,
    LexicalWeights,
)
from sacrerouge_litepyramid.judges.lexical_features import FEATURES
from sacrerouge_litepyramid.registry import build

UNITS = ("A cat sat on the mat.", "The cat is black.", "Two dogs barked in Paris.")


@pytest.fixture(scope="module")
def model() -> LexicalJudge:
    return LexicalJudge()


def test_log_odds_are_a_linear_function_of_the_features(model):
    weights = replace(
        LexicalWeights.load(),
        intercept=-1.0,
        coefficients=tuple({"r1_con": 3.0, "n_uc": 0.5}.get(name, 0.0) for name in FEATURES),
    )
    (logits,) = LexicalJudge.from_weights(weights).predict(
        [Group("the cat", ("cat sleeps", "dog"))]
    )
    np.testing.assert_allclose(logits[:, 0], [-1 + 3 * 0.5 + 0.5 * 2, -1 + 0.5])


def test_present_and_absent_units_are_recognised(model):
    (logits,) = model.predict([Group("Two dogs barked in Paris. A cat sat on the mat.", UNITS)])
    assert judge_measures(logits)["l2c"].tolist() == [1.0, 0.0, 1.0]


def test_a_units_probability_depends_on_its_siblings(model):
    alone, together = model.predict([Group("a cat", UNITS[1:2]), Group("a cat", UNITS)])
    assert together[1, 0] < alone[0, 0], "its sibling is about a cat too"


@pytest.mark.parametrize(
    ("clause", "opposite"),
    [
        ("Data never leaves the EU.", "Data always leaves the EU."),
        ("The port wasn't closed on Monday.", "The port was closed on Monday."),
        ("The port was n't closed on Monday.", "The port was closed on Monday."),
        ("Neither Ann nor Bob paid the fine.", "Both Ann and Bob paid the fine."),
        ("Nobody saw the fire.", "Somebody saw the fire."),
    ],
)
def test_the_parts_of_a_negated_clause_are_stated_by_it_and_not_by_its_opposite(
    model, clause, opposite
):
    parts = list_part_texts(clause)
    itself, other = model.predict([Group(clause, parts), Group(opposite, parts)])
    assert itself[:, 0].min() > 2
    assert (other[:, 0] < -1).sum() >= 2, "both parts with the word that the negation governs"


@pytest.mark.parametrize("summary", ["", "   ", ". . .\n", "😀"])
def test_an_empty_summary_states_no_unit(model, summary):
    (logits,) = model.predict([Group(summary, UNITS)])
    assert logits[:, 0].tolist() == [ABSENT] * 3
    assert judge_measures(logits)["p2c"].max() < 1e-6


def test_a_unit_without_words_is_absent_but_a_unit_of_stop_words_is_judged(model):
    (logits,) = model.predict([Group("It is him.", ("!?", "It is him."))])
    assert logits[0, 0] == ABSENT
    assert logits[1, 0] > 0


def test_the_judge_is_built_by_name_and_from_a_weights_file(tmp_path, model):
    weights = replace(LexicalWeights.load(), intercept=5.0, provenance={})
    weights.save(tmp_path / "weights.json")
    other = build(Judge, {"type": "lexical", "weights": str(tmp_path / "weights.json")})
    assert isinstance(build(Judge), LexicalJudge), "it is the default"
    assert other.identity() == {"type": "lexical", "model": "unnamed", "revision": weights.revision}
    assert model.identity() == {
        "type": "lexical",
        "model": "REALSumm and RoSE",
        "revision": LexicalWeights.load().revision,
    }
    assert other.identity()["revision"] != model.identity()["revision"]
    (default,), (changed,) = (judge.predict([Group("a cat", UNITS)]) for judge in (model, other))
    np.testing.assert_allclose(changed[:, 0] - default[:, 0], 5.0 - LexicalWeights.load().intercept)


WEIGHTS = LexicalWeights(
    -1.0,
    tuple(map(float, range(len(FEATURES)))),
    {"source": "made up"},
    frequencies=DocumentFrequencies(4, {"cat": 2, "dog": 4}),
    agreement=(HumanAgreement("other data", "written", 0.5, 0.25),),
)


def test_idf_of_known_and_unknown_stems():
    assert WEIGHTS.frequencies.idf("cat") == pytest.approx(math.log(5 / 2.5))
    assert WEIGHTS.frequencies.idf("cow") == pytest.approx(math.log(5 / 0.5))


def test_saved_weights_are_loaded(tmp_path):
    WEIGHTS.save(tmp_path / "weights.json")
    loaded = LexicalWeights.load(tmp_path / "weights.json")
    assert loaded == WEIGHTS
    assert loaded.revision == WEIGHTS.revision


def test_the_revision_depends_only_on_the_numbers():
    assert replace(WEIGHTS, agreement=()).revision == WEIGHTS.revision
    assert replace(WEIGHTS, provenance={"source": "another name"}).revision == WEIGHTS.revision
    assert replace(WEIGHTS, intercept=-2.0).revision != WEIGHTS.revision
    assert (
        replace(WEIGHTS, frequencies=DocumentFrequencies(4, {"cat": 2})).revision
        != WEIGHTS.revision
    )


def test_the_revision_of_the_shipped_weights_is_stable():
    assert LexicalWeights.load().revision == "ae7fbb9e6298"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"intercept": math.nan}, "not finite"),
        ({"intercept": "high"}, "could not convert string to float: 'high'"),
        (
            {"coefficients": {"sib_w": 1.0}},
            "it has coefficients of sib_w, not of " + ", ".join(FEATURES),
        ),
        ({"agreement": [{"data": "PyrXSum", "p": 1}]}, "unexpected keyword argument 'p'"),
    ],
)
def test_the_message_about_invalid_weights_names_the_file(tmp_path, change, message):
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({**WEIGHTS.as_json(), **change}), "utf-8")
    with pytest.raises(ValueError, match=message) as caught:
        LexicalWeights.load(path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).endswith("choose a file that train judge wrote")


def test_a_missing_weights_file_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"none\.json: no such file"):
        LexicalWeights.load(tmp_path / "none.json")


def test_weights_may_lack_their_training_data():
    weights = replace(LexicalWeights.load(), provenance={})
    assert weights.training_data is None
    assert replace(weights, provenance={"data": [{"units": "ab"}]}).training_data == (
        "unnamed",
        ["ab"],
    )
