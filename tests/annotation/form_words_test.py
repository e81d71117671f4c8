"""The words of the forms: all of them used, in English if a language lacks them, and kept by a plan."""

import json
import re

from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.annotation import forms
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.report.page_words import read_words

ENGLISH = read_words(forms.WORDS)


def test_the_words_are_those_of_the_templates_and_the_scripts():
    folder = forms.HERE
    shared = {"form.html": folder / "form.html", "form.js": folder / "form.js"}
    html, script = {"task"}, shared["form.js"].read_text("utf-8")
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


def test_a_key_without_a_text_is_in_english(tmp_path):
    (tmp_path / "en.json").write_text(json.dumps(ENGLISH), "utf-8")
    (tmp_path / "fr.json").write_text('{"form": {"save": "Enregistrer"}}', "utf-8")
    words = read_words(tmp_path, "fr")
    assert words["form"] == {**ENGLISH["form"], "save": "Enregistrer"} and words["page"] == ENGLISH["page"]


def test_an_unknown_language_is_refused_with_those_there_are(tmp_path, capsys):
    for command in (
        ["make-label-form", str(SAMPLE), "--units", str(SAMPLE / "scus.jsonl")],
        ["plan-annotation", "--references", str(SAMPLE / "summaries.jsonl"), "--budget", "1"],
    ):
        assert main([*command, "--language", "xx", "--output-dir", str(tmp_path / "out")]) == 1
        assert "--language: there are no texts in 'xx'; choose one of de, en" in capsys.readouterr().err
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
