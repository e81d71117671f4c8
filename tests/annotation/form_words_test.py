"""The words of the forms: complete in each language, with the same markup and values, and all of them used."""

import json
import re

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.annotation import form_words, forms
from sacrerouge_litepyramid.annotation.form_words import list_languages, read_words
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.report import page

ENGLISH = json.loads((form_words.HERE / "en.json").read_text("utf-8"))
OTHERS = [language for language in list_languages() if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_key_with_the_same_markup_and_values(language):
    words = json.loads((form_words.HERE / f"{language}.json").read_text("utf-8"))
    assert {name: list(texts) for name, texts in words.items()} == {
        name: list(texts) for name, texts in ENGLISH.items()
    }
    assert words["page"]["lang"] == language
    for section, texts in ENGLISH.items():
        for key, text in texts.items():
            for part in (r"\{\w+\}", "<span[^>]*>", "</?q>"):
                assert sorted(re.findall(part, words[section][key])) == sorted(re.findall(part, text)), key
            tags = re.findall(r"<(/?)(\w+)", words[section][key])
            assert sum(1 if not end else -1 for end, _ in tags) == 0, key


def test_the_words_are_those_of_the_templates_and_the_scripts():
    assert ENGLISH["page"] == page.WORDS
    folder = form_words.HERE.parent
    shared = {"form.html": folder / "form.html", "form.js": folder / "form.js", "timing.js": folder / "timing.js"}
    html, script = {"task"}, "".join(shared[name].read_text("utf-8") for name in ("form.js", "timing.js"))
    for name in ("label_form", "unit_form"):
        text = shared["form.html"].read_text("utf-8") + (folder / f"{name}.html").read_text("utf-8")
        slots = set(re.findall(r"\{\{(\w+)\}\}", text)) - {"task"}
        assert slots <= {*ENGLISH["form"], *ENGLISH[name]} and set(ENGLISH[name]) <= slots
        assert not ENGLISH["form"].keys() & ENGLISH[name].keys()
        html |= slots
        own = script + (folder / f"{name}.js").read_text("utf-8")
        said = set(re.findall(r'say\("(\w+)"', own))
        assert said <= {*ENGLISH["form_script"], *ENGLISH[f"{name}_script"]}
        unused = [key for key in ENGLISH[f"{name}_script"] if f'"{key}"' not in own]
        assert unused == []
    assert set(ENGLISH["form"]) <= html


def test_a_key_without_a_text_is_in_english(tmp_path, monkeypatch):
    (tmp_path / "en.json").write_text(json.dumps(ENGLISH), "utf-8")
    (tmp_path / "fr.json").write_text('{"form": {"save": "Enregistrer"}}', "utf-8")
    monkeypatch.setattr(form_words, "HERE", tmp_path)
    words = read_words("fr")
    assert words["form"] == {**ENGLISH["form"], "save": "Enregistrer"} and words["page"] == ENGLISH["page"]


def test_an_unknown_language_is_refused_with_those_there_are(tmp_path, capsys):
    for command in (
        ["make-label-form", str(SAMPLE), "--units", str(SAMPLE / "scus.jsonl")],
        ["plan-annotation", "--references", str(SAMPLE / "summaries.jsonl"), "--budget", "1"],
    ):
        assert main([*command, "--language", "xx", "--output-dir", str(tmp_path / "out")]) == 1
        assert "--language: there are no forms in 'xx'; choose one of de, en" in capsys.readouterr().err
        assert not (tmp_path / "out").exists()


def test_a_plan_keeps_the_language_of_its_form(tmp_path):
    inputs = ["--references", str(SAMPLE / "summaries.jsonl"), "--stus", str(SAMPLE / "stus.jsonl"), "--budget", "2"]
    for name, more in (("en", []), ("de", ["--language", "de"])):
        output = ["--output-dir", str(tmp_path / name)]
        assert main(["plan-annotation", *inputs, "--selection", "random", *more, *output]) == 0
    plans = {name: json.loads((tmp_path / name / "plan.json").read_text("utf-8")) for name in ("en", "de")}
    assert plans["de"] == {**plans["en"], "language": "de"} and "language" not in plans["en"]
    assert '<html lang="de">' in (tmp_path / "de/form.html").read_text("utf-8")


def test_only_english_units_are_said_to_read_badly(tmp_path):
    (tmp_path / "summaries.jsonl").write_bytes((SAMPLE / "summaries.jsonl").read_bytes())
    names = sorted({line["instance_id"] for line in read_lines(SAMPLE / "summaries.jsonl")})
    units = {names[0]: ["Der Zug kommt in Ulm an.", "Er fährt nicht weiter."], names[1]: ["The train is held to a."]}
    lines = (json.dumps({"instance_id": name, "units": units.get(name, ["The sea."])}) for name in names)
    (tmp_path / "scus.jsonl").write_text("\n".join(lines), "utf-8")
    assert main(["make-label-form", str(tmp_path), "--units", str(tmp_path / "scus.jsonl")]) == 0
    form = (tmp_path / "forms/labels.html").read_text("utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', form, re.DOTALL)[1])
    assert data["badly"] == ["The train is held to a."]
    assert forms.reads_badly("Der Zug kommt in Ulm an."), "by its words alone"
