import pytest

from sacrerouge_litepyramid.metrics.supert.document_relevance import terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The bridges were opened. Bridge opens!", ["bridg", "open", "bridg", "open"]),
        ("Two of 1,200", ["2", "1200"]),
        ("It was there.", []),
        ("", []),
    ],
)
def test_stems_without_stop_words(text, expected):
    assert terms(text) == expected
