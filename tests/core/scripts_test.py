"""Words of any script, and which texts count as English."""

import pytest

from sacrerouge_litepyramid.core.judge_input import list_part_texts, split_parts
from sacrerouge_litepyramid.core.scripts import is_english, measure_non_ascii, tokenize
from sacrerouge_litepyramid.core.words import drop_stop_words, find_content_words, words_by_sentence


def words(text):
    return [text[start:end] for start, end in tokenize(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Größe, 1.200,5 Meter", ["Größe", "1.200,5", "Meter"]),
        ("L’été à l'hôtel", ["L", "été", "à", "l", "hôtel"]),
        ("लड़की स्कूल जाती है।", ["लड़की", "स्कूल", "जाती", "है"]),
        ("ذهب الوَلَدُ إلى المدرسة؟", ["ذهب", "الوَلَدُ", "إلى", "المدرسة"]),
        ("می‌خواهم بروم", ["می‌خواهم", "بروم"]),
        ("他在2026年用iPhone。", ["他", "在", "2026", "年", "用", "iPhone"]),
        ("私はコーヒーを飲む", ["私", "は", "コー", "ヒー", "を", "飲", "む"]),
        ("학교에 갔다.", ["학교에", "갔다"]),
        ("ที่บ้าน", ["ที่", "บ้", "า", "น"]),
        ("٣٫٥ كم", ["٣٫٥", "كم"]),
        ("… 😀 –", []),
    ],
)
def test_words_by_unicode(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12.5%",
        "The café of José Martínez and Zoë Peña was closed after the fire.",
        "We've seen Giedo van der Garde.",
        "Xi Jinping (习近平) met the president of France in Beijing, the ministry said.",
        "Oscar de la Hoya fights in Las Vegas",
    ],
)
def test_english(text):
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "Die neue Brücke über den Fluss kommt.",
        "Der Hund hat das Haus verlassen.",
        "La ville est fermée.",
        "El niño come una manzana.",
        "Anak itu pergi ke sekolah dengan ibunya.",
        "Hà Nội là thủ đô của Việt Nam.",
        "Кошка спит.",
        "苹果发布了新的iPhone。",
        "القطة نائمة",
    ],
)
def test_not_english(text):
    assert not is_english(text)


def test_share_of_letters_outside_ascii():
    assert measure_non_ascii("Zoë, 12 €") == pytest.approx(1 / 3)
    assert measure_non_ascii("12 €") == 0


def test_words_of_sentences_in_other_scripts():
    assert words_by_sentence("स्कूल बंद है। सब घर गए।") == [["स्कूल", "बंद", "है"], ["सब", "घर", "गए"]]
    assert words_by_sentence("下雨。停课") == [["下", "雨"], ["停", "课"]]


def test_parts_of_a_clause_in_another_script_are_verbatim():
    text = "市议会批准"
    assert [text[start:end] for start, end in find_content_words(text)] == list(text)
    assert [text[start:end] for start, end in split_parts(text)] == ["市议", "议会", "会批", "批准"]
    assert list_part_texts(text) == ("市议", "议会", "会批", "批准")
    assert drop_stop_words("स्कूल का घर") == "स्कूल का घर"
