"""FFCI's metrics and SUPERT over MiniLM on REALSumm's first four articles.

Docs/choose-a-judge.md has all.
"""

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from encoder_agreement import main

from sacrerouge_litepyramid.corpora.litepyramid import REALSUMM, Corpus

#: Pearson's r with people over four articles and 25 systems, at the summary and the system level,
#: run once
AGREEMENT = {
    "BERTScore, idf, recall": (0.682, 0.789),
    "BERTScore, recall": (0.676, 0.795),
    "STS of sentences, recall": (0.519, 0.599),
    "STS of whole texts": (0.574, 0.743),
    "SUPERT, whole documents, f1": (0.482, 0.708),
    "SUPERT, whole documents, recall": (0.492, 0.709),
    "SUPERT, first 15 sentences, f1": (0.249, 0.441),
}


@pytest.fixture(scope="module")
def rows(released_corpus: Callable[[Corpus], Path]) -> dict[str, list[float]]:
    """The numbers of each row that the benchmark prints, by its title."""
    printed = StringIO()
    with redirect_stdout(printed):
        main(["--data", str(released_corpus(REALSUMM)), "--instances", "4"])
    found = re.findall(r"^\| (.+?) \| (.*\d.*) \|$", printed.getvalue(), flags=re.MULTILINE)
    return {
        title: [float(number) for number in re.findall(r"-?\d\.\d+", cells)]
        for title, cells in found
    }


@pytest.mark.parametrize("title", AGREEMENT)
def test_agreement_with_human_scores_is_what_it_was(
    title: str, rows: dict[str, list[float]]
) -> None:
    assert (rows[title][0], rows[title][3]) == pytest.approx(AGREEMENT[title], abs=0.003)


@pytest.mark.parametrize("base", ["BERTScore", "STS"])
def test_a_summary_is_faithful_to_its_own_document(base: str, rows: dict[str, list[float]]) -> None:
    """Of every system: the lowest mean with its own documents is far above the highest with
    another's.
    """
    own, least, _, other, _, most = rows[base]
    assert least > most + 0.3
    assert 0.6 < own < 0.75 and 0.1 < other < 0.3
