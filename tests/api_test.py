"""The package from Python."""

import math
import subprocess
import sys
import unicodedata

import pytest

import sacrerouge_litepyramid
from helpers.plugin_metrics import Lite2Pyramid, Lite3Pyramid
from sacrerouge_litepyramid import load, score, score_table
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.judges.lexical import LexicalWeights

SUMMARIES = ["A fire closed the harbour on Monday.", "Nobody was hurt."]
UNITS = [["A fire closed the harbour.", "Nobody was hurt."]] * 2
REFERENCES = ["A fire closed the harbour. Nobody was hurt.", ["Nobody was hurt.", "The mayor spoke."]]


def test_units_are_scored_as_lite2pyramid_does():
    found = score(SUMMARIES, units=UNITS)
    expected = [
        Lite2Pyramid().score(summary, units)["lite2pyramid"] for summary, units in zip(SUMMARIES, UNITS, strict=True)
    ]
    assert found.scores == expected
    assert found.mean == pytest.approx({name: (expected[0][name] + expected[1][name]) / 2 for name in ("p2c", "l2c")})
    assert found.signature["metric"] == "lite2pyramid" and found.signature["units"]["distinct"] == {"scu": 2}


def test_references_are_scored_as_lite3pyramid_does():
    metric = Lite3Pyramid(extractor="dependency")
    contexts = [[REFERENCES[0]], REFERENCES[1]]
    expected = [metric.score(summary, each)["lite3pyramid"] for summary, each in zip(SUMMARIES, contexts, strict=True)]
    assert score(SUMMARIES, references=REFERENCES).scores == expected


def test_every_score_opens_down_to_the_unit():
    found = score(SUMMARIES, units=[UNITS[0], [Unit("Nobody was hurt.", weight=2)]])
    table = found.to_pandas("units")
    assert list(table["summary"]) == [0, 0, 1]
    assert list(table["weight"]) == [1, 1, 2]
    assert table["p2c"][:2].mean() == pytest.approx(found.scores[0]["p2c"])


def test_a_summary_without_units_has_no_score_and_is_left_out_of_the_mean():
    found = score(SUMMARIES, units=[[], UNITS[1]])
    assert math.isnan(found.scores[0]["p2c"])
    assert found.mean == found.scores[1]
    assert math.isnan(score(SUMMARIES[:1], units=[[]]).mean["p2c"])
    assert score([], units=[]).mean == {}


def test_the_form_in_which_accents_are_typed_changes_no_score():
    text = "The café of José in Zürich burned."
    typed = unicodedata.normalize("NFD", text)
    assert typed != text
    expected = score([text], units=[[text]]).scores
    assert score([typed], units=[[text]]).scores == score([text], units=[[typed]]).scores == expected
    assert score([typed], references=[typed], extractor="sentence").scores == expected
    assert score([typed], units=[[text]]).summaries == (text,)


def test_settings_are_those_of_a_config():
    cached = score(SUMMARIES, units=UNITS, judge={"type": "lexical"})
    assert cached.scores == score(SUMMARIES, units=UNITS, judge="lexical").scores
    sentence = score(SUMMARIES, references=REFERENCES, extractor={"type": "sentence"})
    assert [judgement.units[0].text for judgement in sentence.judgements] == [
        "A fire closed the harbour.",
        "Nobody was hurt.",
    ]


MISTAKES = {
    "give either units, references or documents": {},
    "give either units, references or documents, one for each summary": {"units": UNITS, "references": REFERENCES},
    "2 summaries, but units for 1": {"units": UNITS[:1]},
    "2 summaries, but references for 3": {"references": [*REFERENCES, "x"]},
    "units must be a list, an item for each summary, not the text 'Nobody was hurt.'": {"units": "Nobody was hurt."},
    r"units\[1\] must be the list of a summary's facts, not '火灾'": {"units": [UNITS[0], "火灾"]},
    r"units\[0\] must be the list of a summary's facts, not None": {"units": [None, UNITS[0]]},
    "references must be a list, an item for each summary, not the text 'Hi'": {"references": "Hi"},
    r"references\[1\] must be a text or a list of texts, not None": {"references": [REFERENCES[0], None]},
    "the metric 'rouge' is unknown; .*known: .*lite2pyramid": {"units": UNITS, "metric": "rouge"},
    "the metric 'lite2pyramid' needs units": {"references": REFERENCES, "metric": "lite2pyramid"},
}


@pytest.mark.parametrize("message", MISTAKES)
def test_mistakes_are_named(message):
    with pytest.raises(ValueError, match=message):
        score(SUMMARIES, **MISTAKES[message])


@pytest.mark.parametrize("given", [{"units": UNITS}, {"references": REFERENCES}])
def test_summaries_that_are_no_texts_are_named(given):
    with pytest.raises(ValueError, match="summaries must be a list, an item for each summary, not the text 'Hi'"):
        score("Hi", **given)
    with pytest.raises(ValueError, match="a text must be a string or a list of sentences, not None"):
        score([SUMMARIES[0], None], **given)
    with pytest.raises(ValueError, match="predictions must be a list, an item for each summary, not the text 'Hi'"):
        load().add_batch(predictions="Hi", **given)


def test_a_table_without_references_and_units_is_refused():
    with pytest.raises(ValueError, match="neither references nor units in any row; columns for them: references, ref"):
        score_table([{"summary": SUMMARIES[0], "text": REFERENCES[0]}])
    assert score_table([]) == []


def test_called_as_evaluate_calls_metrics():
    metric = load("lite2pyramid", judge="lexical")
    mean = {f"lite2pyramid_{name}": value for name, value in score(SUMMARIES, units=UNITS).mean.items()}
    assert metric.compute(predictions=SUMMARIES, units=UNITS) == mean
    metric.add(prediction=SUMMARIES[0], units=UNITS[0])
    metric.add_batch(predictions=SUMMARIES[1:], units=UNITS[1:])
    assert metric.compute() == mean
    first = {f"lite2pyramid_{name}": value for name, value in score(SUMMARIES[:1], units=UNITS[:1]).mean.items()}
    assert metric.compute(predictions=SUMMARIES[:1], units=UNITS[:1]) == first != mean, "what was added is forgotten"


def test_references_are_enough_for_the_default():
    found = load().compute(predictions=SUMMARIES, references=REFERENCES)
    assert found["lite3pyramid_p2c"] == score(SUMMARIES, references=REFERENCES).mean["p2c"]


@pytest.mark.parametrize("kind", ["pandas", "datasets", "list"])
def test_tables_get_columns(kind):
    import datasets
    import pandas

    rows = [{"summary": summary, "reference": "A fire closed the harbour."} for summary in SUMMARIES]
    table = {"pandas": pandas.DataFrame, "datasets": datasets.Dataset.from_list, "list": list}[kind](rows)
    scored = score_table(table)
    column = list(scored["lite3pyramid_p2c"]) if kind != "list" else [row["lite3pyramid_p2c"] for row in scored]
    assert column == [row["p2c"] for row in score(SUMMARIES, references=["A fire closed the harbour."] * 2).scores]
    units = score_table([{"out": SUMMARIES[0], "units": UNITS[0]}], columns={"summary": "out"})
    assert units[0]["lite2pyramid_p2c"] == score(SUMMARIES[:1], units=UNITS[:1]).scores[0]["p2c"]


def test_importing_the_package_imports_nothing_heavy():
    script = (
        "import sys, sacrerouge_litepyramid; print(sacrerouge_litepyramid.__version__, 'sacrerouge' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.split() == [sacrerouge_litepyramid.__version__, "False"]
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        sacrerouge_litepyramid.scores  # noqa: B018


EVERY = {
    "lite2pyramid": {"units": UNITS},
    "lite2xpyramid": {"units": UNITS},
    "lite3pyramid": {"references": REFERENCES},
    "supert-native": {"documents": REFERENCES},
    "tfidf-relevance": {"documents": REFERENCES},
    "js-relevance": {"documents": REFERENCES},
    "reaper": {"documents": REFERENCES},
    "cls-cosine": {"documents": REFERENCES},
    "ffci-faithfulness": {"documents": REFERENCES},
    "ffci-focus": {"references": REFERENCES},
    "ffci-coverage": {"references": REFERENCES},
    "ffci-coherence": {},
}
TWO_SENTENCES = ["A fire closed the harbour. Nobody was hurt.", "Nobody was hurt. The harbour was closed."]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("metric", EVERY)
def test_every_metric_is_loaded_by_its_name(metric):
    loaded = load(metric)
    found = loaded.score(TWO_SENTENCES, **EVERY[metric])
    assert len(found.scores) == 2 and all(math.isfinite(value) for row in found.scores for value in row.values())
    assert found.signature["metric"] == metric
    assert loaded.compute(predictions=TWO_SENTENCES, **EVERY[metric]) == found.mean_columns()


@pytest.mark.parametrize(
    ("metric", "given", "message"),
    [
        ("supert-native", {"references": REFERENCES}, "'supert-native' needs documents, not references; give them"),
        ("ffci-focus", {}, "the metric 'ffci-focus' needs references; give them, one for each summary"),
        ("ffci-coherence", {"units": UNITS}, "needs nothing but the summaries; leave units out"),
        ("lite2pyramid", {"units": UNITS, "documents": REFERENCES}, "needs units alone; leave documents out"),
        ("lite2pyramid", {"units": UNITS, "systems": ["a"]}, "2 summaries, but systems for 1"),
    ],
)
def test_what_a_metric_needs_is_checked(metric, given, message):
    with pytest.raises(ValueError, match=message):
        score(TWO_SENTENCES, metric=metric, **given)


def test_an_unknown_setting_names_the_nearest():
    with pytest.raises(ValueError, match="the argument 'jugde' is unknown; did you mean 'judge'"):
        load("lite2pyramid", jugde="lexical")


def test_three_computations_read_the_weights_once(monkeypatch):
    read = []
    load_weights = LexicalWeights.load
    monkeypatch.setattr(LexicalWeights, "load", lambda path: read.append(path) or load_weights(path))
    metric = load("lite2pyramid", judge="lexical")
    for _ in range(3):
        metric.compute(predictions=SUMMARIES, units=UNITS)
    assert len(read) == 1


def test_the_embedded_judge_is_said_once():
    script = (
        "from sacrerouge_litepyramid import score\n"
        "for _ in range(3): score(['A fire.'], units=[['A fire.']])\n"
        "score(['A fire.'], units=[['A fire.']], judge='lexical')"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stderr
    assert said.count("No judge was named: the embedded lexical model judges") == 1


def test_a_result_prints_as_a_table_of_systems_the_best_first():
    found = score([*SUMMARIES, *SUMMARIES], units=UNITS * 2, systems=["b", "a", "b", "a"], judge="lexical")
    head, first, second, signature = str(found).splitlines()
    assert head.split() == ["system", "lite2pyramid_p2c", "lite2pyramid_l2c", "summaries"]
    means = {"b": found.scores[0]["p2c"], "a": found.scores[1]["p2c"]}
    best, other = sorted(means, key=lambda name: -means[name])
    assert first.split()[:2] == [best, f"{means[best]:.3f}"] and second.split()[0] == other
    assert first.split()[-1] == "2" and signature.startswith("lite2pyramid|version:")
    assert found._repr_html_().startswith("<table>")


def test_a_table_of_scores_has_ids_systems_and_texts():
    table = score(SUMMARIES, units=UNITS, instance_ids=["x", "y"], systems=["s", "t"], judge="lexical").to_pandas()
    assert table[["instance_id", "summarizer_id", "summary"]].values.tolist() == [
        ["x", "s", SUMMARIES[0]],
        ["y", "t", SUMMARIES[1]],
    ]
    assert "lite2pyramid_p2c" in table.columns


def test_given_units_of_lite3pyramid_are_not_extracted():
    found = score(SUMMARIES, units=UNITS, metric="lite3pyramid", judge="lexical")
    assert [unit.text for unit in found.judgements[0].units] == UNITS[0]
