import pytest

from sacrerouge_litepyramid.training.finetuning_run import FinetuneSettings


def test_the_papers_defaults():
    assert (FinetuneSettings().learning_rate, FinetuneSettings().epochs) == (1e-5, 2)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"epochs": 0}, "epochs must be at least 1, not 0"),
        ({"batch_size": -1}, "batch_size must be at least 1, not -1"),
        ({"gradient_accumulation": 0}, "gradient_accumulation must be at least 1"),
        ({"learning_rate": 0.0}, "learning_rate must be positive, not 0.0"),
        ({"learning_rate": float("nan")}, "learning_rate must be positive, not nan"),
        ({"warmup_share": 1.0}, "warmup_share must be at least 0 and below 1, not 1.0"),
        ({"weight_decay": -0.1}, "weight_decay must be 0 or more, not -0.1"),
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
