"""Where a generated answer ends, and that it is one's own whatever the batch."""

from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")


from helpers import miniature
from sacrerouge_litepyramid.models.answers import Answer, Sampling, _answer, generate, stems_of
from sacrerouge_litepyramid.models.language_model import LanguageModel

PROMPTS = ["The mayor", "A band played , and two hundred people walked across", "Tolls"]


@pytest.fixture(scope="module", params=["gpt2", "t5"])
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    folder: Path = getattr(miniature, f"save_{request.param}")(tmp_path_factory.mktemp("models") / request.param)
    return LanguageModel(folder, "cpu", "fp32")


def test_an_answer_ends_at_the_mark_and_is_unfinished_without_one(model: LanguageModel) -> None:
    ids = model.tokenizer("The mayor", add_special_tokens=False)["input_ids"]
    assert _answer(model, [*ids, *model.end_ids, *ids]) == Answer("The mayor", finished=True)
    assert _answer(model, ids) == Answer("The mayor", finished=False)
    assert _answer(model, []) == Answer("", finished=False)


@pytest.mark.parametrize("sampling", [None, Sampling(3)])
def test_neither_batches_nor_order_matter(model: LanguageModel, sampling: Sampling | None) -> None:
    prompts = model.encode(PROMPTS)
    together = generate(model, prompts, 8, 1000, sampling)
    assert generate(model, prompts[::-1], 8, 1, sampling) == together[::-1]
    assert len({answer.text for answer in together}) == len(PROMPTS)


def test_a_sample_depends_on_its_seed(model: LanguageModel) -> None:
    prompts = model.encode(PROMPTS)
    one, again, other = (generate(model, prompts, 8, 1000, Sampling(seed, 2.0)) for seed in (1, 1, 2))
    assert one == again != other


@pytest.mark.parametrize(
    ("labels", "stems"),
    [
        ([(1,), (2,)], [()]),
        ([(5, 1), (5, 2)], [(5,)]),
        ([(5, 1), (2,)], [(5,)]),
        ([(5, 1), (6, 2)], [(5,), (6,)]),
        ([(5, 6, 1), (5, 2), (7, 3)], [(5, 6), (7,)]),
    ],
)
def test_a_stem_serves_all_labels_that_it_leads_to(labels: list[tuple[int, ...]], stems: list[tuple[int, ...]]) -> None:
    assert stems_of(labels) == stems
