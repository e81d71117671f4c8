"""The words of the report's page: complete in each language, and all of them used."""

import json
import re

import pytest

from sacrerouge_litepyramid.verdict.labels import forms
from sacrerouge_litepyramid.verdict.page import page
from sacrerouge_litepyramid.verdict.page.page_words import read_words
from sacrerouge_litepyramid.verdict.report import build

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
    folders = (page.HERE, build.HERE)
    return {
        path.stem: path.read_text("utf-8") for folder in folders for path in folder.glob("*.js")
    }


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


def test_forms_and_report_share_the_words_of_the_template():
    assert read_words(forms.WORDS)["page"] == ENGLISH["page"]


def test_every_key_is_used_and_every_key_that_is_used_is_there():
    template = (build.HERE / "report.html").read_text("utf-8")
    slots = set(re.findall(r"\{\{(\w+)\}\}", template))
    assert slots | {"title"} == set(ENGLISH["body"])
    scripts = read_scripts()
    assert {*build.SCRIPTS, "base.js"} == {f"{name}.js" for name in scripts}
    code = strip_comments("".join(scripts.values()))
    literals = set(re.findall(r'"([\w.]+)"', code))
    keys = set()
    for section in ENGLISH.keys() - SHARED:
        keys |= {f"{section}.{key}" for key in ENGLISH[section]}
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
