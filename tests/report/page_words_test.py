"""The words of the report's page: complete in each language, and all of them used."""

import json
import re

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.annotation import forms
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.report import build, page
from sacrerouge_litepyramid.report.page_words import read_words

FOLDERS = {"forms": forms.WORDS, "report": page.WORDS}
OTHERS = [
    (name, path.stem)
    for name, folder in FOLDERS.items()
    for path in folder.glob("*.json")
    if path.stem != "en"
]
ENGLISH = read_words(page.WORDS)
#: sections that are not those of a script
SHARED = {"page", "body", "terms", "explained"}


def read_scripts():
    return {path.stem: path.read_text("utf-8") for path in build.HERE.glob("*.js")}


def strip_comments(script):
    return re.sub(r"/\*.*?\*/|^\s*//[^\n]*$", "", script, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("name", "language"), OTHERS)
def test_a_language_has_every_key_with_the_same_markup_and_values(name, language):
    english = json.loads((FOLDERS[name] / "en.json").read_text("utf-8"))
    words = json.loads((FOLDERS[name] / f"{language}.json").read_text("utf-8"))
    assert {section: list(texts) for section, texts in words.items()} == {
        section: list(texts) for section, texts in english.items()
    }
    assert words["page"]["lang"] == language
    for section, texts in english.items():
        for key, text in texts.items():
            translated = words[section][key]
            assert translated.strip(), key
            for part in (r"\{\w+\}", "<span[^>]*>", "</?q>"):
                expected = sorted(re.findall(part, text))
                assert sorted(re.findall(part, translated)) == expected, key
            begun = re.findall(r"<\w+", translated)
            assert len(begun) == len(re.findall(r"</\w+", translated)), key


def test_forms_and_report_share_the_words_of_the_template_and_the_languages():
    assert (
        {language for name, language in OTHERS if name == "forms"}
        == {"de"}
        == {language for name, language in OTHERS if name == "report"}
    )
    for language in ("en", "de"):
        of_forms = read_words(forms.WORDS, language)
        of_report = read_words(page.WORDS, language)
        assert of_forms["page"] == of_report["page"]


def test_every_key_is_used_and_every_key_that_is_used_is_there():
    template = (build.HERE / "report.html").read_text("utf-8")
    slots = set(re.findall(r"\{\{(\w+)\}\}", template))
    assert slots | {"title"} == set(ENGLISH["body"])
    scripts = read_scripts()
    assert {*build.SCRIPTS, "base.js"} == {f"{name}.js" for name in scripts}
    code = strip_comments("".join(scripts.values()))
    literals = set(re.findall(r'"([\w.]+)"', code))
    keys = {f"{section}.{key}" for section in ENGLISH.keys() - SHARED for key in ENGLISH[section]}
    ones = {key for key in keys if key.endswith("_one")}
    assert {key.removesuffix("_one") for key in ones} <= keys
    assert keys - ones - literals == set()
    named = {
        literal
        for literal in literals
        if re.fullmatch(rf"({'|'.join(scripts)})\.[a-z]\w+", literal)
    }
    assert named - keys == set()
    counted = set(re.findall(r'count\([^;\n]*?"(\w+\.\w+)"', code))
    assert {f"{key}_one" for key in counted} == ones
    terms = set(ENGLISH["terms"])
    assert set(ENGLISH["explained"]) <= terms <= literals
    made = re.findall(r'(?:terms\.(?:make|name)|column)\("(\w+)"', code)
    assert made
    assert set(made) <= terms


def test_values_of_a_text_are_named_where_it_is_said():
    for name, script in read_scripts().items():
        for section, key in re.findall(r'say\("(\w+)\.(\w+)"\)', script):
            assert "{" not in ENGLISH[section][key], (name, key)


def test_the_report_in_german_has_the_data_of_the_english_one(tmp_path, capsys):
    lines = read_lines(SAMPLE / "metrics.jsonl")
    write_lines(tmp_path / "scores.jsonl", [{**line, "metrics": {"other": 1.0}} for line in lines])

    command = ["report", str(SAMPLE), "--scores", str(tmp_path / "scores.jsonl")]

    def write(*more):
        output = tmp_path / "report.html"
        assert main([*command, "--output", str(output), *more]) == 0
        page = output.read_text("utf-8")
        return page, json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])

    (english, data), (german, other) = write(), write("--language", "de")
    assert '<html lang="en">' in english and '<html lang="de">' in german
    assert "<title>Bewertung von Zusammenfassungen: sample</title>" in german
    assert ">Wie diese Seite entstand<" in german and "How this was made" not in german
    assert data.pop("words") == ENGLISH
    assert other.pop("words") == read_words(page.WORDS, "de")
    assert data == other
    capsys.readouterr()
    assert main([*command, "--language", "xx", "--output", str(tmp_path / "xx.html")]) == 1
    assert "--language: there are no texts in 'xx'; choose one of de, en" in capsys.readouterr().err
    assert not (tmp_path / "xx.html").exists()
