"""The end of a generated answer, and the token sequences that score labels."""

from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")


from helpers import miniature
from sacrerouge_litepyramid.models.answers import Answer, _decode_answer, list_label_prefixes
from sacrerouge_litepyramid.models.language_model import LanguageModel


@pytest.fixture(scope="module", params=["gpt2", "t5"])
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    folder: Path = getattr(miniature, f"save_{request.param}")(tmp_path_factory.mktemp("models") / request.param)
    return LanguageModel(folder, "cpu", "fp32")


def test_an_answer_ends_at_the_end_token_and_is_unfinished_without_it(model: LanguageModel) -> None:
    ids = model.tokenizer("The mayor", add_special_tokens=False)["input_ids"]
    assert _decode_answer(model, [*ids, *model.end_ids, *ids]) == Answer("The mayor", finished=True)
    assert _decode_answer(model, ids) == Answer("The mayor", finished=False)
    assert _decode_answer(model, []) == Answer("", finished=False)


@pytest.mark.parametrize(
    ("labels", "prefixes"),
    [
        ([(1,), (2,)], [()]),
        ([(5, 1), (5, 2)], [(5,)]),
        ([(5, 1), (2,)], [(5,)]),
        ([(5, 1), (6, 2)], [(5,), (6,)]),
        ([(5, 6, 1), (5, 2), (7, 3)], [(5, 6), (7,)]),
    ],
)
def test_one_prefix_serves_all_labels_that_share_it(
    labels: list[tuple[int, ...]], prefixes: list[tuple[int, ...]]
) -> None:
    assert list_label_prefixes(labels) == prefixes
