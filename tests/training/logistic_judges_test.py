import numpy as np
import pytest

from sacrerouge_litepyramid.core.judge_input import make_group
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit, as_units
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.judges.lexical_features import FEATURES
from sacrerouge_litepyramid.models.encoders.token_encoder import CharNgramEncoder
from sacrerouge_litepyramid.training.logistic_judges import (
    TrainableEmbedding,
    TrainableLexical,
    count_document_frequencies,
)
from sacrerouge_litepyramid.training.trainable import HumanScoredSummary

NAMES = ("cat", "dog", "cow", "horse", "mouse", "hen", "fox", "owl")
UNITS = as_units(["the cat sat on the mat", "the dog barked", "rain fell"])


def fit(examples, documents=None, contrast=0.0):
    return TrainableLexical(contrast).fit(examples, documents).weights


def labelled(
    summary: str, labels: tuple[int, ...], instance_id: str = "a", units: tuple[Unit, ...] = UNITS
) -> LabelledSummary:
    return LabelledSummary(instance_id, f"system of {summary!r}", summary, units, labels)


EXAMPLES = [
    labelled("The cat sat on a mat.", (1, 0, 0)),
    labelled("A dog barked at the cat.", (0, 1, 0)),
    labelled("It rained. The dog barked!", (0, 1, 1)),
    labelled("", (0, 0, 0)),
]


def compute_log_odds(model, examples):
    groups = [make_group(example.summary, example.units) for example in examples]
    return np.concatenate([logits[:, 0] for logits in model.predict(groups)])


def test_the_log_odds_separate_the_labels_of_the_training_data():
    odds = compute_log_odds(LexicalJudge.from_weights(fit(EXAMPLES)), EXAMPLES)
    labels = np.concatenate([example.labels for example in EXAMPLES])
    assert odds[labels == 1].mean() > odds[labels == 0].mean() + 1


def test_fitting_is_deterministic_and_tells_its_sizes():
    weights = fit(EXAMPLES)
    assert fit(EXAMPLES) == weights
    assert weights.provenance == {"examples": 1, "summaries": 4, "labels": 12, "idf": "summaries"}
    assert len(weights.coefficients) == len(FEATURES)


def test_rows_without_words_do_not_count():
    empty = [labelled("", (1, 0, 1)), labelled("cat", (1,), "b", as_units(["!?"]))]
    documents = {"a": ["the cat", "a cat"], "b": ["a dog", "dogs"]}
    plain = fit([*EXAMPLES[:3], labelled("rain", (), "b", ())], documents)
    more = fit([*EXAMPLES[:3], *empty], documents)
    assert more.intercept == plain.intercept
    assert more.coefficients == plain.coefficients


def test_idf_is_that_of_the_documents_of_the_examples():
    documents = {"a": ["Cats and dogs.", "The cat's two dogs, 2 of them."], "elsewhere": ["cat"]}
    frequencies = fit(EXAMPLES, documents).frequencies
    assert frequencies == (2, {"cat": 2, "dog": 2})
    assert fit(EXAMPLES, documents).provenance["idf"] == "documents"


def score(summary, share, instance_id="s", units=UNITS):
    return HumanScoredSummary(instance_id, f"system of {summary!r}", summary, units, share)


#: as EXAMPLES, but it is known only how many units are present
SCORED = [score(each.summary, sum(each.labels) / 3) for each in EXAMPLES]


def draw_documents(count, kind):
    """Yield summaries that state none, one or both of two units, labelled or scored."""
    for number in range(count):
        units = as_units(
            [f"A {NAMES[number % 8]} slept.", f"The {NAMES[(number + 3) % 8]} ran away."]
        )
        texts = {
            "x": units[0].text,
            "y": "Rain fell on the town.",
            "z": f"{units[0].text} {units[1].text}",
        }
        for (system, text), labels in zip(texts.items(), [(1, 0), (0, 0), (1, 1)], strict=True):
            if kind == "labels":
                yield LabelledSummary(f"l{number}", system, text, units, labels)
            else:
                yield HumanScoredSummary(f"s{number}", system, text, units, sum(labels) / 2)


def test_human_scores_alone_show_which_words_make_a_unit_present():
    trainable = TrainableLexical(contrast=0)
    model = trainable.fit([], None, list(draw_documents(8, "scores")))
    labelled = list(draw_documents(8, "labels"))
    odds = compute_log_odds(model, labelled)
    labels = np.concatenate([each.labels for each in labelled])
    assert odds[labels == 1].min() > odds[labels == 0].max()
    assert model.weights.provenance["scores"] == {"summaries": 24, "units": 48}
    assert trainable.fit([], None, list(draw_documents(8, "scores"))).weights == model.weights


def test_the_weight_of_human_scores_beside_labels_is_recorded():
    labelled, scored = list(draw_documents(4, "labels")), list(draw_documents(6, "scores"))
    judge = TrainableLexical(contrast=0).fit(labelled, None, scored)
    given = TrainableLexical(contrast=0, scores=16).fit(labelled, None, scored)
    assert judge.weights.provenance["scores"] == {"summaries": 18, "units": 36, "weight": 4}
    assert given.weights.provenance["scores"]["weight"] == 16
    assert given.weights.coefficients != judge.weights.coefficients


def test_human_scores_of_weight_0_change_nothing_but_the_scale_of_the_penalty():
    labelled, scored = list(draw_documents(8, "labels")), list(draw_documents(8, "scores"))
    with_scores = TrainableLexical(contrast=0, scores=0).fit(labelled, None, scored)
    without = TrainableLexical(contrast=0).fit(labelled, None)
    np.testing.assert_allclose(
        with_scores.weights.coefficients, without.weights.coefficients, atol=1e-4
    )


def test_units_weigh_in_a_score_as_their_weights_say():
    heavy = tuple(Unit(unit.text, 3.0) for unit in UNITS)
    plain, scaled = (TrainableLexical(contrast=0).fit([], None, given).weights for given in (
        SCORED, [each._replace(units=heavy) for each in SCORED]))  # fmt: skip
    assert plain.coefficients == scaled.coefficients
    uneven = (Unit(UNITS[0].text, 5.0), *UNITS[1:])
    other = (
        TrainableLexical(contrast=0)
        .fit([], None, [each._replace(units=uneven) for each in SCORED])
        .weights
    )
    assert other.coefficients != plain.coefficients


def test_the_idf_table_is_of_the_known_documents():
    documents = {"a": ["cats", "the cat"]}
    weights = TrainableLexical(contrast=0).fit(EXAMPLES, documents, SCORED).weights
    assert weights.frequencies == (2, {"cat": 2})


def test_a_negative_weight_of_scores():
    with pytest.raises(ValueError, match="scores must be 0 or more, not -1"):
        TrainableLexical(scores=-1)


def test_stop_words_and_stems_of_one_text_are_no_part_of_the_table():
    assert count_document_frequencies(["the cat ran", "the cat", "a dog"]) == (3, {"cat": 2})


def test_soft_labels_of_a_teacher_are_allowed():
    soft = [
        example._replace(labels=tuple(0.9 if label else 0.1 for label in example.labels))
        for example in EXAMPLES
    ]
    odds = compute_log_odds(LexicalJudge.from_weights(fit(soft)), soft)
    labels = np.concatenate([example.labels for example in EXAMPLES])
    assert odds[labels == 1].mean() > odds[labels == 0].mean()


def test_contrast_pairs_teach_that_a_negated_unit_is_absent():
    pytest.importorskip("spacy", reason="needs spaCy")
    animals = {"cat": "dog", "dog": "cow", "horse": "cat", "mouse": "dog"}
    examples = [
        labelled(
            f"The {one} jumped. The {other} ran.",
            (1, 0),
            one,
            as_units([f"The {one} jumped.", "A cow sang."]),
        )
        for one, other in animals.items()
    ]
    plain, taught = fit(examples), fit(examples, contrast=1.0)
    negated = [FEATURES.index(name) for name in ("negated_in_unit", "negated_in_summary")]
    assert [plain.coefficients[place] for place in negated] == [0, 0], (
        "no label says anything of negations"
    )
    assert min(taught.coefficients[place] for place in negated) < -0.3
    assert taught.provenance["contrast"] == {"weight": 1.0, "pairs": 4, "seed": 0}
    assert "contrast" not in plain.provenance


def test_a_negative_contrast():
    with pytest.raises(ValueError, match="contrast must be 0 or more, not -1"):
        fit(EXAMPLES, contrast=-1)


def test_the_embedding_model_is_fitted_with_its_encoder():
    trainable = TrainableEmbedding(CharNgramEncoder(), contrast=0)
    model = trainable.fit(EXAMPLES)
    assert model.weights.encoder == CharNgramEncoder().identity()
    assert model.weights.provenance["labels"] == 12
    odds = compute_log_odds(model, EXAMPLES)
    labels = np.concatenate([example.labels for example in EXAMPLES])
    assert odds[labels == 1].mean() > odds[labels == 0].mean() + 1
    assert trainable.identity()["type"] == "embedding"


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        ([], "training needs at least one labelled or scored summary"),
        ([labelled("", (1, 0, 1))], "the labels are all alike"),
        ([labelled("cat", (), units=())], "the labels are all alike"),
    ],
)
def test_what_cannot_be_fitted(examples, message):
    with pytest.raises(ValueError, match=message):
        fit(examples)
