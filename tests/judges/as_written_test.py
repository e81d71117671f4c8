"""An NLI model reads texts as they were written: scores are those of the authors' formula."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.nli_models import nli
from sacrerouge_litepyramid.core.judge_input import make_group, prepare_summary
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, REALSUMM
from sacrerouge_litepyramid.io.line_aligned import read_line_aligned
from sacrerouge_litepyramid.judges.generative import GenerativeJudge
from sacrerouge_litepyramid.judges.judge import CachedJudge
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite3Pyramid
from sacrerouge_litepyramid.metrics.metric import Item

#: texts of one line, with marks that other judges do not read
MARKED = [
    "the port -lrb- in the north -rrb- closed on monday",
    "The [UNK] port closed. <unk> Two ships sank.",
    "The oﬃce measures 20 m² and costs\u00a05 pounds\u200b.",
    "The port of Orle\u0301ans closed",
    r"He said \"no\" &amp; left.\nThen he returned.",
    "A well @-@ known port</s>closed . <q>",
    "1. the port **closed** - [SEP] - `ships` sank | ferries | ",
    "- NEWLINE_CHAR The port _x000D_ closed",
]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return miniature.save_roberta(
        tmp_path_factory.mktemp("model"), max_position_embeddings=402, num_hidden_layers=1
    )


def score_by_formula(
    folder: Path, pairs: Sequence[tuple[str, Sequence[str]]]
) -> list[dict[str, float]]:
    """The authors' formula (specification: mean over units of z_e against z_n + z_c, …), by plain
    transformers on texts as they are.
    """
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    classifier = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    premises = [summary for summary, units in pairs for _ in units]
    hypotheses = [unit for _, units in pairs for unit in units]
    # Batches of similar lengths need little padding.
    order = np.argsort([len(premise) for premise in premises])
    logits = np.zeros((len(order), 3))
    with torch.inference_mode():
        for batch in np.array_split(order, len(order) // 128 + 1):
            inputs = tokenizer(
                [premises[place] for place in batch],
                [hypotheses[place] for place in batch],
                truncation=True,
                max_length=400,
                padding=True,
                return_tensors="pt",
            )
            logits[batch] = classifier(**inputs).logits.numpy()
    entailed, rest = logits[:, 0], logits[:, 1] + logits[:, 2]
    by_unit = {
        "p2c": np.exp(entailed) / (np.exp(entailed) + np.exp(rest)),
        "l2c": (entailed >= rest).astype(float),
        "p3c": np.exp(entailed) / np.exp(logits).sum(axis=1),
        "l3c": (logits.argmax(axis=1) == 0).astype(float),
    }
    ends = np.cumsum([len(units) for _, units in pairs])[:-1]
    parts = {name: np.split(values, ends) for name, values in by_unit.items()}
    return [
        {name: float(values[place].mean()) for name, values in parts.items()}
        for place in range(len(pairs))
    ]


def score_here(
    folder: Path, pairs: Sequence[tuple[str, Sequence[str]]], **settings: object
) -> list[dict[str, float]]:
    metric = Lite3Pyramid(nli(folder, max_length=400, **settings))
    items = [Item(summary, [Unit(text, kind="stu") for text in units]) for summary, units in pairs]
    return metric.score(items).values  # type: ignore[return-value]


def assert_equal(scores: list[dict[str, float]], expected: list[dict[str, float]]) -> None:
    for name in expected[0]:
        np.testing.assert_allclose(
            [score[name] for score in scores], [score[name] for score in expected], atol=1e-6
        )


def test_marked_texts_score_as_by_the_authors_formula(model: Path) -> None:
    pairs = [(summary, [*MARKED, *miniature.TEXTS]) for summary in MARKED]
    expected = score_by_formula(model, pairs)
    assert_equal(score_here(model, pairs), expected)
    ready = score_here(model, pairs, texts="ready")
    differences = [abs(ready[place]["p2c"] - expected[place]["p2c"]) for place in range(len(pairs))]
    assert min(differences) > 1e-4


@pytest.mark.parametrize("units", ["SCUs.txt", "STUs.txt"])
@pytest.mark.parametrize(
    "corpus",
    [PYRXSUM, pytest.param(REALSUMM, marks=pytest.mark.numbers)],
    ids=["PyrXSum", "REALSumm"],
)
def test_released_summaries_score_as_by_the_authors_formula(
    model: Path, shared: Path, corpus: object, units: str
) -> None:
    """The judge gets all texts as they are; the scores are equal for every fiftieth summary, and
    for those that another judge reads otherwise.
    """
    data = read_line_aligned(shared / "data/lite-pyramid" / corpus.name, units)
    chosen = []
    for place, summary in enumerate(data.summaries):
        members = data.units[summary.instance_id].units
        as_is = Group(summary.text, tuple(unit.text for unit in members))
        assert make_group(summary.text, members, form="as-written") == as_is
        if place % 50 == 0 or prepare_summary(summary.text) != summary.text:
            chosen.append(as_is)
    assert_equal(score_here(model, chosen), score_by_formula(model, chosen))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<think>One -lrb-.</think>Two -lrb-.", "Two -lrb-."),
        (["<think>One.", "One.</think>", "Two -lrb-."], "Two -lrb-."),
        ("| port | closed |\n|---|---|\n| ferry | m² |", "port, closed\nferry, m²"),
        ("- Two m²\n- Three", "Two m²\nThree"),
        ("<think>One.", ""),
    ],
)
def test_reasoning_and_the_marks_of_several_lines_are_not_read(
    model: Path, written: str | list[str], read: str
) -> None:
    units = [Unit("Two -lrb-.", kind="stu")]
    scored = Lite3Pyramid(nli(model)).score([Item(written, units), Item(read, units)])
    assert scored.values[0] == scored.values[1]


def test_the_form_is_in_the_signature_and_known_to_a_cache(model: Path, tmp_path: Path) -> None:
    judge = nli(model)
    assert judge.identity()["texts"] == judge.texts == "as-written"
    assert CachedJudge(judge, str(tmp_path / "cache.sqlite")).texts == "as-written"
    assert nli(model, texts="ready").identity()["texts"] == "ready"
    assert GenerativeJudge("model").texts == "as-written"
