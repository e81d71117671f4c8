"""Length, capitalised names and novel bigrams of summaries, by hand."""

import pytest

from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.report.inputs import choose_source, measure_properties


def summary(text, references=(), documents=()):
    return Summary("a", "s", "peer", text, list(references), list(documents), "")


def test_words_names_and_novel_bigrams_against_the_documents():
    known = summary("Then Ana Diaz left.", ["Ana Diaz left."], ["Ana Diaz came."])
    assert choose_source([known]) == "documents"
    assert measure_properties([known, None, summary("Rain.")], "documents") == [[4, 1, 67], None, [1, 0, None]]


@pytest.mark.parametrize(("references", "novel"), [(["Ana Diaz left."], 33), ([], None)])
def test_without_documents_bigrams_are_compared_with_the_references(references, novel):
    found = summary("Then Ana Diaz left.", references)
    assert choose_source([found]) == "references"
    assert measure_properties([found], "references") == [[4, 1, novel]]
