"""Marks go, words stay, and lines that belong together are joined."""

import pytest

from sacrerouge_litepyramid.core.markup import Passage, clean_text, read_passages


def texts(text: str) -> list[str]:
    return [passage.text for passage in read_passages(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The mayor resigned.",
        "  Two  spaces ",
        "a ** was ' . In January , England",
        "_ x _ and 2 * 3 * 4 and snake_case_name",
        "his f***ing `` ridiculous '' idea",
        "x < b and c > d & e",
        "1. FC Köln won",
        "A | B",
        "f(x)[y]",
        "No. 5 rose by 3 %",
    ],
)
def test_a_text_of_one_line_without_marks_is_unchanged(text):
    assert clean_text(text) == text and texts(text) == [text]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Bold** and *slanted* and __both__ and _one_", "Bold and slanted and both and one"),
        ("`code`, ~~gone~~ and \\*stars\\*", "code, gone and *stars*"),
        (
            "See [the report](https://a.org/b_(c)) and ![a chart](c.png)",
            "See the report and a chart",
        ),
        ("<https://a.org/x_y_z> holds it", "https://a.org/x_y_z holds it"),
        ("It rose.[1] It fell [2, 3].[^a]", "It rose. It fell."),
        ("Lower fares &amp; taxes&nbsp;fell", "Lower fares & taxes fell"),
        ("It <b>rose</b> by <a href='x'>two</a> per cent<br/>", "It rose by two per cent"),
        ("### Budget ##", "Budget"),
        ("> > quoted", "quoted"),
        ("- [x] done", "done"),
    ],
)
def test_marks_within_a_line_go(text, plain):
    assert clean_text(text) == plain


def test_items_keep_their_introduction():
    text = (
        "Key points:\n\n* Fares fall:\n  - in May\n  - in June\n* Buses\n\nThe mayor left.\n- last"
    )
    assert read_passages(text) == [
        Passage("Key points:"),
        Passage("Fares fall:", "Key points:"),
        Passage("in May", "Fares fall:"),
        Passage("in June", "Fares fall:"),
        Passage("Buses", "Key points:"),
        Passage("The mayor left."),
        Passage("last"),
    ]


def test_headings_introduce_items():
    assert read_passages("## Owners\n1. Ana\n2. Ben") == [
        Passage("Owners"),
        Passage("Ana", "Owners"),
        Passage("Ben", "Owners"),
    ]
    assert read_passages("Owners\n======\n• Ana")[1] == Passage("Ana", "Owners")


@pytest.mark.parametrize(
    "text",
    [
        "| Region | Sales |\n|:---|---:|\n| North | 2.5 m |",
        "Region | Sales\n--- | ---\nNorth | 2.5 m",
        "<table><tr><th>Region</th><th>Sales</th></tr>\n<tr><td>North</td><td>2.5 "
        "m</td></tr></table>",
        "Region\tSales\nNorth\t2.5 m",
    ],
)
def test_a_row_of_a_table_is_a_passage(text):
    assert texts(text) == ["Region, Sales", "North, 2.5 m"]


def test_the_heads_of_a_table_introduce_its_rows():
    assert read_passages("| Region | Sales |\n|---|---|\n| North | 2 |\n\nIt rose.") == [
        Passage("Region, Sales"),
        Passage("North, 2", "Region, Sales"),
        Passage("It rose."),
    ]


def test_a_line_break_ends_a_sentence_where_the_next_line_begins_like_one():
    assert texts("The mayor resigned on Monday\nTaxes will rise next year\nNobody was injured") == [
        "The mayor resigned on Monday",
        "Taxes will rise next year",
        "Nobody was injured",
    ]
    assert texts("Owner: Ana\nDeadline: Friday") == ["Owner: Ana", "Deadline: Friday"]
    assert texts("the mayor resigned\nand left, as\nAna says.") == [
        "the mayor resigned and left, as",
        "Ana says.",
    ]


def test_wrapped_lines_are_joined():
    text = (
        "The mayor of Ambry said on Monday that the\n"
        "council would buy thirty buses from the Ana\n"
        "Lopez company, and that fares would be well-\n"
        "known in 2031. Taxes rise."
    )
    assert texts(text) == [" ".join(text.replace("well-\n", "well-").split())]
    item = "- The mayor said on Monday that\n  the council would buy buses\n- Fares fall"
    assert texts(item) == [
        "The mayor said on Monday that the council would buy buses",
        "Fares fall",
    ]


def test_wrapped_lines_without_capitals_are_joined_by_their_width():
    text = (
        "the mayor of ambry said on monday that the\n"
        "council would buy thirty buses from the ana\n"
        "company, and that fares would be lower in a\n"
        "year or two"
    )
    assert texts(text) == [" ".join(text.split())]
    assert texts("fewer buses\nhigher fares\nmore taxes") == [
        "fewer buses",
        "higher fares",
        "more taxes",
    ]


def test_the_head_of_a_message_is_not_joined_to_its_text():
    text = "From: Ana <ana@a.org>\nTo: Ben\nSubject: Budget\n\n> The budget\n> was cut."
    assert texts(text) == [
        "From: Ana <ana@a.org>",
        "To: Ben",
        "Subject: Budget",
        "The budget was cut.",
    ]


def test_html_is_read_by_its_blocks():
    text = (
        "<h2>Plan</h2>\n<p>The mayor\nresigned.</p><ul><li>Lower fares</li><li>New "
        "<i>buses</i></li></ul><!-- x -->"
    )
    assert texts(text) == ["Plan", "The mayor resigned.", "Lower fares", "New buses"]


@pytest.mark.parametrize("text", ["", " \n ", "\n***\n", "```\n```"])
def test_marks_alone_are_no_text(text):
    assert texts(text) == []


def test_cleaning_twice_changes_nothing():
    text = (
        "# Plan\n\nThe board approved:\n* **lower** fares\n* [buses](https://a.org)\n\n| a | b "
        "|\n|---|---|\n| c | d |"
    )
    assert clean_text(clean_text(text)) == clean_text(text)
