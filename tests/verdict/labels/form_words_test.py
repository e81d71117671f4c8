"""The words of the form: all of them used, and in English if a language lacks them."""

import json
import re

from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.verdict.demo import SAMPLE
from sacrerouge_litepyramid.verdict.labels import forms
from sacrerouge_litepyramid.verdict.page.page_words import read_words

ENGLISH = read_words(forms.WORDS)


def test_the_words_are_those_of_the_templates_and_the_scripts():
    html, script = (
        "".join((forms.HERE / name).read_text("utf-8") for name in names)
        for names in (("form.html", "label_form.html"), ("form.js", "label_form.js"))
    )
    slots = set(re.findall(r"\{\{(\w+)\}\}", html)) - {"task"}
    assert slots == {*ENGLISH["form"], *ENGLISH["label_form"]}
    assert not ENGLISH["form"].keys() & ENGLISH["label_form"].keys()
    said = set(re.findall(r'say\("(\w+)"', script))
    assert said <= {*ENGLISH["form_script"], *ENGLISH["label_form_script"]}
    assert [key for key in ENGLISH["label_form_script"] if f'"{key}"' not in script] == []


def test_a_key_without_a_text_is_in_english(tmp_path):
    (tmp_path / "en.json").write_text(json.dumps(ENGLISH), "utf-8")
    (tmp_path / "fr.json").write_text('{"form": {"save": "Enregistrer"}}', "utf-8")
    words = read_words(tmp_path, "fr")
    assert (
        words["form"] == {**ENGLISH["form"], "save": "Enregistrer"}
        and words["page"] == ENGLISH["page"]
    )


def test_an_unknown_language_is_refused_with_those_there_are(tmp_path, capsys):
    command = ["make-label-form", str(SAMPLE)]
    assert main([*command, "--language", "xx", "--output-dir", str(tmp_path / "out")]) == 1
    assert "--language: there are no texts in 'xx'; choose one of de, en" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
