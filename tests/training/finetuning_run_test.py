import pytest

from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings


def test_the_papers_defaults():
    assert (FinetuneSettings().learning_rate, FinetuneSettings().epochs) == (1e-5, 2)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"epochs": 0}, "epochs must be at least 1, not 0"),
        ({"batch_size": -1}, "batch_size must be at least 1, not -1"),
        ({"learning_rate": 0.0}, "learning_rate must be positive, not 0.0"),
        ({"learning_rate": float("nan")}, "learning_rate must be positive, not nan"),
        ({"seed": -1}, "seed must be from 0 to 4294967295, not -1"),
        (
            {"batch_size": 6, "gradient_accumulation": 4},
            "batch_size 6 cannot be computed in 4 equal parts",
        ),
    ],
)
def test_wrong_settings(wrong, message):
    with pytest.raises(ValueError, match=message):
        FinetuneSettings(**wrong)
