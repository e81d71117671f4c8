"""Clauses are verbatim and hold every content word once, whatever a reference looks like."""

import re

import pytest

from sacrerouge_litepyramid.core.texts import split_sentences
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.words import find_content_words
from sacrerouge_litepyramid.extraction import clauses
from sacrerouge_litepyramid.extraction.clauses import FALLBACK_NOTE, ClauseExtractor, split_clauses
from sacrerouge_litepyramid.extraction.extractor import extract_units, list_notices
from sacrerouge_litepyramid.extraction.trees import SHIPPED_MODEL, Tree
from sacrerouge_litepyramid.extraction.unit_files import CachedExtractor

EXTRACTOR = ClauseExtractor()


def extract(*references):
    return EXTRACTOR.extract(list(references))


def texts(reference):
    return [unit.text for unit in extract(reference)[0]]


def content(text):
    return [text[start:end] for start, end in find_content_words(text)]


def test_a_clause_keeps_what_an_stu_loses():
    assert extract("VAT was charged at 19% instead of 21%.") == [
        [Unit("VAT was charged at 19% instead of 21%", 5.0, "clause", sentence=0)]
    ]
    assert texts("The bridge fell, but nobody was injured.") == [
        "The bridge fell",
        "but nobody was injured",
    ]


def test_bullets_are_not_content():
    assert texts("* Owner: Ana\n* Deadline: Friday\n* Support was cut by 20 %") == [
        "Owner: Ana",
        "Deadline: Friday",
        "Support was cut by 20 %",
    ]


def test_an_item_that_is_no_statement_keeps_its_introduction():
    (units,) = extract(
        "The plan has three parts:\n1. lower fares\n2. thirty new buses\n3. The depot closes in May"
    )
    introduction = "The plan has three parts:"
    assert [(unit.text, unit.introduction) for unit in units] == [
        ("The plan has three parts", ""),
        ("lower fares", introduction),
        ("thirty new buses", introduction),
        ("The depot closes in May", ""),
    ]
    assert units[1].statement == "The plan has three parts: lower fares"


def test_capitals_are_parsed_as_small_letters():
    small = "the council bought thirty buses and the mayor promised lower fares."
    assert texts(small.upper()) == [text.upper() for text in texts(small)]
    assert len(texts(small)) == 2


def test_given_sentences_keep_their_places():
    (units,) = extract(["", "The council met.", "- It bought buses."])
    assert [(unit.text, unit.sentence) for unit in units] == [
        ("The council met", 1),
        ("It bought buses", 2),
    ]


def test_a_reference_without_content_words_is_its_words():
    assert extract("", " . ", "No.", "It is not.") == [
        [],
        [],
        [Unit("No", 1.0, "clause", sentence=0)],
        [Unit("It is not", 1.0, "clause", sentence=0)],
    ]
    assert texts("He did not. She left the town.") == ["She left the town"]


def test_short_runs_join_the_one_before():
    # "Ana | said | the mayor left", where "said" heads a clause alone and the first run is short
    sentence = "Ana, furious, said the mayor left town"
    tree = Tree(
        words=("Ana", ",", "furious", ",", "said", "the", "mayor", "left", "town"),
        tags=("NNP", ",", "JJ", ",", "VBD", "DT", "NN", "VBD", "NN"),
        heads=(4, 2, 0, 2, 4, 6, 7, 4, 7),
        relations=("nsubj", "punct", "acl", "punct", "root", "det", "nsubj", "ccomp", "obj"),
        starts=(0, 3, 5, 12, 14, 19, 23, 29, 34),
    )
    assert split_clauses(sentence, tree) == ["Ana, furious, said", "the mayor left town"]


def test_without_spacy_each_sentence_is_a_unit(monkeypatch):
    monkeypatch.setattr(clauses, "find_spec", lambda name: None)
    extractor = ClauseExtractor()
    assert extractor.extract(["The bridge fell, but nobody was injured. * Ana left."]) == [
        [
            Unit("The bridge fell, but nobody was injured.", 4.0, "clause", sentence=0),
            Unit("* Ana left.", 2.0, "clause", sentence=1),
        ]
    ]
    assert extractor.notices() == (FALLBACK_NOTE,) and extractor.identity()["parser"] is None
    assert CachedExtractor(extractor).notices() == (FALLBACK_NOTE,)
    monkeypatch.undo()
    assert EXTRACTOR.notices() == ()


def test_what_an_extractor_loses_is_said():
    references = {
        "a": ["VAT was charged at 19% instead of 21%.", ""],
        "b": ["Fares fall."],
        "c": ["No."],
    }
    extraction = extract_units(EXTRACTOR, references)
    assert (extraction.content, extraction.covered, extraction.empty) == (7, 7, ("a", "c"))
    assert list_notices(EXTRACTOR, extraction) == (
        "2 of 3 documents have a reference without content words: a, c.",
    )


def test_lost_words_are_counted():
    class First(ClauseExtractor):
        def extract(self, references):
            return [units[:1] for units in super().extract(references)]

        def identity(self):
            return {"type": "first"}

    references = {"a": ["The bridge fell, but nobody was injured. The bridge fell."]}
    assert list_notices(First(), extract_units(First(), references)) == (
        "The units of 'first' contain 66% of the references' content words (4 of 6); those of "
        "'clauses' contain all.",
    )


#: thirty references as people have them
STRUCTURED = [
    "* Owner: Ana\n* Deadline: Friday\n* Support was cut by 20 %",
    "1. Ana opens the depot\n2. Ben closes it\n10. nobody complains",
    "The board approved:\n\n- lower fares\n- thirty buses\n  - from Lyon\n  - by May\n",
    "# Decision\n\nThe budget **fell** by _two_ per cent.\n\n## Owners\n\nAna, Ben",
    "| Region | Sales |\n|--------|------:|\n| North | 2.5 m |\n| South | 3,000 |",
    "Region\tSales\nNorth\t2.5\nSouth\t3",
    "<h1>Plan</h1><ul><li>Lower fares</li><li>New <b>buses</b> &amp; trams</li></ul>",
    "<table><tr><td>Ana</td><td>42</td></tr><tr><td>Ben</td><td>17</td></tr></table>",
    "From: ana@example.org\nTo: ben@example.org\nSubject: Budget\n\n> The budget\n> was "
    "cut.\n\nRegards, Ana",
    "See https://example.org/a_b?c=d and www.example.org/x for details, or write to "
    "ana.b@example.org.",
    "The mayor resigned on Monday\nTaxes will rise next year\nNobody was injured",
    "the mayor resigned on monday\ntaxes will rise\nnobody was injured",
    "THE MAYOR RESIGNED ON MONDAY. TAXES WILL RISE.",
    "the council bought thirty buses and the mayor promised lower fares but nobody believed him",
    '"We will go," he said. “It is late!” ‘No,’ she said: "Stay (please)…"',
    "Owner: Ana; deadline: Friday; budget: 3.5 m",
    "☐ Buy buses\n☑ Sell trams\n[ ] Close depot",
    "• Fares fall • Buses come • Trams go",
    "Q: Who resigned?\nA: The mayor, on 3 May 2031, at 5 p.m.",
    "The mayor of Ambry said on Monday that the\ncouncil would buy thirty buses from the "
    "Ana\nLopez company.",
    "Die Bürgermeisterin trat zurück. Niemand wurde verletzt.",
    "Мэр ушёл в отставку. Никто не пострадал.",
    "今日は雨。明日は晴れ。",
    "`config.yaml` sets `max_size: 10`\n\n```\nmax_size: 10\n```\nIt works.",
    "It rose.[1] It fell [2, 3].\n\n[1]: https://example.org",
    "Pros:\n+ cheap\n+ fast\nCons:\n– loud\n– slow",
    "I. Introduction\nII. Method\nIII. Results",
    "a) the fare\nb) the bus\nc) the tram",
    "***\n\nNo stops here\n\n---\n\nnor here",
    "word " * 300 + "end",
]


def plain_words(reference):
    """Return the content words of a reference as a reader sees them.

    Tags, marks of emphasis, links' targets and numbers of a list are not among them.
    """
    text = re.sub(r"<[^<>@]*>", " ", reference).replace("&amp;", "&")
    text = re.sub(r"^\s*(?:\(?\w{1,3}[.)]|\[[ x]\])\s", " ", text, flags=re.MULTILINE)
    text = re.sub(r"\[\d[\d, ]*\](?!:)", "", text)
    return content(re.sub(r"\b_(\w+?)_\b", r"\1", text))


@pytest.mark.parametrize("reference", STRUCTURED, ids=range(len(STRUCTURED)))
def test_structured_references_are_covered_by_runs_of_their_words(reference):
    (units,) = extract(reference)
    assert [word for unit in units for word in content(unit.text)] == plain_words(reference)
    assert [unit.weight for unit in units] == [len(content(unit.text)) for unit in units]


GERMAN = (
    "Der Rat hat die Brücke genehmigt, obwohl zwei Mitglieder dagegen waren. Sie ist über "
    "dem Fluss."
)


def test_outside_english_the_units_are_sentences_and_this_is_said():
    extraction = extract_units(
        EXTRACTOR, {"a": [GERMAN], "b": ["The bridge fell, but nobody was injured."]}
    )
    assert [unit.text for unit in extraction.units["a"]] == split_sentences(GERMAN)
    assert {unit.kind for unit in extraction.units["a"]} == {"clause"}
    assert len(extraction.units["b"]) == 2
    (notice,) = list_notices(CachedExtractor(EXTRACTOR), extraction)
    assert notice.startswith(
        "1 of 2 references are not in English: their units are whole sentences"
    )


def test_a_pipeline_that_is_named_parses_any_language():
    extractor = ClauseExtractor(model=str(SHIPPED_MODEL))
    assert extractor.knows_language(GERMAN) and not EXTRACTOR.knows_language(GERMAN)
    assert not any(unit.text.endswith(".") for unit in extractor.extract([GERMAN])[0])
