"""Whole sentences as units."""

from sacrerouge_litepyramid.core.texts import SPLITTER
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.extractor import SentenceExtractor


def test_each_sentence_is_a_unit() -> None:
    extractor = SentenceExtractor()
    assert extractor.extract(["<t> He left . </t> <t> She stayed . </t>", ["One", "", "Three"], ""]) == [
        [Unit("He left .", kind="stu", sentence=0), Unit("She stayed .", kind="stu", sentence=1)],
        [Unit("One", kind="stu", sentence=0), Unit("Three", kind="stu", sentence=2)],
        [],
    ]
    assert extractor.identity() == {"type": "sentence", "splitter": SPLITTER}
