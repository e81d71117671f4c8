import numpy as np
import pytest

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.aligned_units import align_data_set
from sacrerouge_litepyramid.training.easiness import RANKINGS, rank_sentences

DATA = align_data_set(
    {"a": [["The cat sat on the mat", "It rained", "Dogs bark loudly"]]},
    {"a": [Unit("The cat sat", sentence=0), Unit("It rained", sentence=1)]},
    {
        "a": [
            Unit("The cat slept", kind="stu", sentence=0),
            *(Unit("It rained", kind="stu", sentence=i) for i in (1, 2)),
        ]
    },
)
PREDICTED = np.array([0.5, 0.2, 0.7], dtype=np.float32)


@pytest.mark.parametrize(
    "name, order",
    [
        ("regressor", [2, 0, 1]),
        ("reverse", [1, 0, 2]),
        ("shortest", [1, 2, 0]),
        ("oracle", [1, 0, 2]),
    ],
)
def test_orders(name, order):
    assert np.argsort(-rank_sentences(name, DATA, PREDICTED)).tolist() == order


def test_the_oracle_puts_sentences_without_scus_last():
    assert rank_sentences("oracle", DATA).tolist() == pytest.approx([2 / 3, 1.0, -1.0])


def test_random_is_seeded():
    assert (rank_sentences("random", DATA, seed=4) == rank_sentences("random", DATA, seed=4)).all()
    assert (rank_sentences("random", DATA, seed=4) != rank_sentences("random", DATA, seed=5)).any()


def test_unknown_names_are_errors():
    with pytest.raises(ValueError, match=f"'best' is unknown; known: {', '.join(RANKINGS)}"):
        rank_sentences("best", DATA)
