"""`evaluate_table` from Python: tables of every kind, with and without human scores."""

import re

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid import agreement, evaluate_table, score
from sacrerouge_litepyramid.extraction import clauses
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.verdict.report.inputs import read_inputs
from sacrerouge_litepyramid.verdict.report.write import write_report
from sacrerouge_litepyramid.verdict.trust import TrustLevel

FACTS = ["A fire closed the harbour.", "Nobody was hurt.", "The mayor spoke on Monday."]
OUTPUTS = {"all": " ".join(FACTS), "some": FACTS[0], "none": "Rain fell."}


def make_rows(documents=3, **more):
    """Return rows of three systems.

    A value of ``more`` is the same in each row, or a function of the system.
    """
    return [
        {
            "id": f"d{number}",
            "system": name,
            "summary": text,
            **{field: value(name) if callable(value) else value for field, value in more.items()},
        }
        for number in range(documents)
        for name, text in OUTPUTS.items()
    ]


def test_units_are_scored_and_the_systems_ranked():
    found = evaluate_table(make_rows(units=FACTS))
    assert [row.system for row in found.comparison.systems] == ["all", "some", "none"]
    expected = score([OUTPUTS["some"]], units=[FACTS], judge="lexical").scores[0]["p2c"]
    assert found.comparison.systems[1].mean.value == pytest.approx(expected)
    assert (
        found.comparison.metric == "lite2pyramid_p2c"
        and found.agreement is None
        and found.files == ()
    )
    printed = found.details()
    assert printed.startswith(
        "table: 9 summaries, 3 systems × 3 documents, 9 units, given\n\nlite2pyramid_p2c: means"
    )
    assert (
        "3 documents: with fewer than 20" in printed
        and "\nJudged by lite2pyramid_p2c: the lexical model" in printed
    )
    assert (
        printed.count("3 documents: with fewer") == 1
        and "\nLimits: on REALSumm and RoSE it gives 0.04" in printed
    )
    assert (
        "Systems that share a letter do not differ significantly." in printed
        and "Agreement" not in printed
    )


def test_references_are_extracted(caplog):
    found = evaluate_table(make_rows(reference=" ".join(FACTS)), extractor="sentence")
    assert (
        found.signature["extractor"]["type"] == "sentence"
        and "9 units, extracted by sentence" in found.title
    )
    assert found.comparison.metric == "lite3pyramid_p2c"


def test_a_system_of_references_is_scored_by_the_other_references_and_not_ranked(tmp_path):
    references = [" ".join(FACTS), f"{FACTS[0]} The harbour reopened on Friday."]
    found = evaluate_table(make_rows(5, references=references, rating=len), output_dir=tmp_path)
    assert [row.system for row in found.systems] == ["some", "none"]
    assert "10 summaries, 2 systems" in found.title
    assert {line["summarizer_id"] for line in read_lines(tmp_path / "evidence.jsonl")} == {
        "some",
        "none",
    }
    kept = [
        line
        for line in read_lines(tmp_path / "scores.jsonl")
        if line["summarizer_type"] == "reference"
    ]
    alone = score([OUTPUTS["all"]], references=[references[1:]], judge="lexical").scores[0]["p2c"]
    # The judge sees the units of both references.
    assert [line["metrics"]["lite3pyramid"]["p2c"] for line in kept] == pytest.approx(
        [alone] * 5, abs=0.01
    )
    assert "Excluded, as the texts are references: all." in (tmp_path / "report.html").read_text(
        "utf-8"
    )


RANKS = {"all": 1, "some": 2, "none": 3}


def test_ranks_are_asked_about_and_the_answer_is_kept_in_the_folder(tmp_path):
    rows = make_rows(units=FACTS, overall_rank=RANKS.get, ter=lambda name: RANKS[name] / 3)
    asked = evaluate_table(rows, human="overall_rank")
    assert any("Is a lower overall_rank better?" in warning.text for warning in asked.warnings)
    assert asked.trust.level is TrustLevel.UNKNOWN and asked.verdict.agreement is None
    answered = evaluate_table(
        rows, human="overall_rank", lower_is_better=["overall_rank", "ter"], output_dir=tmp_path
    )
    assert not any("Is a lower" in warning.text for warning in answered.warnings)
    assert (
        "By human scores (overall_rank_negated), no system leads: all has the"
        in answered.verdict.agreement
    )
    stored = {
        line["summarizer_id"]: line["metrics"] for line in read_lines(tmp_path / "metrics.jsonl")
    }
    assert stored == {name: {"overall_rank_negated": -rank} for name, rank in RANKS.items()}
    assert agreement(tmp_path).find("ter_negated").system.spearman.value == pytest.approx(1)


def test_without_spacy_sentences_are_units(monkeypatch):
    monkeypatch.setattr(clauses, "find_spec", lambda name: None)
    found = evaluate_table(make_rows(reference=" ".join(FACTS)))
    assert found.signature["extractor"]["parser"] is None
    assert 'pip install "sacrerouge-litepyramid[extract]"' in " ".join(found.scored.reading)
    assert "spaCy" not in " ".join(evaluate_table(make_rows(units=FACTS)).scored.reading)


def test_the_human_score_can_be_named():
    human = {"all": 3, "some": 2, "none": 1}
    rows = make_rows(units=FACTS, quality=human.get, rouge=lambda name: len(OUTPUTS[name]))
    assert evaluate_table(rows).agreement is None
    found = evaluate_table(rows, human="quality")
    assert found.agreement.human_metric == "quality" and found.unit_agreement == ()
    assert found.agreement.metrics[0].system.spearman.value == pytest.approx(1)
    assert "Human score: 'quality'." in found.details()
    with pytest.raises(ValueError, match="no column 'qualty'"):
        evaluate_table(rows, human="qualty")


def test_the_agreement_with_labels_of_units_is_measured():
    labels = {"all": [1, 1, 1], "some": [1, 0, 0], "none": [0, 0, 0]}
    found = evaluate_table(make_rows(units=FACTS, labels=labels.get))
    (judged,) = found.unit_agreement
    assert (judged.quality["auc"].value, judged.units) == (1.0, 27)
    assert (
        found.agreement.metrics[0].system.pearson.value > 0.99
        and "the share of units labelled 1" in found.details()
    )
    assert [row["coefficient"] for row in found.to_dict()["agreement"]["rows"]][-1] == "brier"


def test_a_single_system_has_a_mean():
    found = evaluate_table([row for row in make_rows(units=FACTS) if row["system"] == "all"])
    assert found.pairs == ()
    assert re.search(r"\nall +0\.\d{3} \[0\.\d{3}, 0\.\d{3}\] +3 +a\n", found.details())
    assert found.headline().startswith("all is the only system; a comparison needs two.")
    assert found.verdict.agreement is None


def test_summaries_without_a_unit_are_excluded():
    rows = make_rows(units=FACTS)
    found = evaluate_table([{**row, "units": []} if row["id"] == "d0" else row for row in rows])
    assert found.not_finite == {"lite2pyramid_p2c": 3}
    assert "Excluded: 3 summaries without lite2pyramid_p2c" in found.details()


REFUSED = {
    "table: no row has a system summary": [],
    "table: 3 systems, but no two summaries of the same document, as the values of 'id' differ in "
    "each row": [{**row, "id": str(number)} for number, row in enumerate(make_rows(units=FACTS))],
    "table: 2 systems, but no two summaries of the same document, as the references or units "
    "differ in each row": [{"model": name, "summary": "x", "reference": name} for name in "st"],
    "table, row 4, instance 'd1': no units, although other instances have some; fill them in, or "
    "extract": [{**row, "units": FACTS if row["id"] == "d0" else ""} for row in make_rows()],
    "table, row 1, instance 'd0': neither references nor units; name a column: "
    "columns={'references':": make_rows(),
    "table, row 1, instance 'd0': neither references nor units; fill in the references": make_rows(
        reference=""
    ),
    "table, row 2, instance 'd0': the references differ from those in table, row 1": make_rows(
        reference=str
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_tables_that_cannot_be_evaluated_are_refused(message):
    with pytest.raises(ValueError, match=re.escape(message)):
        evaluate_table(REFUSED[message])


def test_a_measure_that_the_judge_lacks_is_refused():
    with pytest.raises(ValueError, match="measure must be one of p2c, l2c, not 'p3c'"):
        evaluate_table(make_rows(units=FACTS), measure="p3c")
    assert evaluate_table(make_rows(units=FACTS), measure="l2c").metric == "lite2pyramid_l2c"


def test_systems_without_a_common_document_with_human_scores_are_evaluated():
    rows = [
        {
            "id": f"d{n}",
            "system": name,
            "summary": "A fire.",
            "units": ["A fire."],
            "human": n / 4 if is_rated else None,
        }
        for n in range(4)
        for name, is_rated in (("a", n < 2), ("b", n >= 2))
    ]
    found = evaluate_table(rows)
    assert found.verdict.agreement.startswith("By human scores, no system leads")


def test_the_report_of_a_folder_keeps_the_measure_of_its_ranking(tmp_path):
    evaluate_table(make_rows(units=FACTS), measure="l2c", output_dir=tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    write_report(tmp_path)
    assert (tmp_path / "report.html").read_text("utf-8") == page
    (evidence,) = read_inputs(EvaluationFolder(tmp_path)).evidence
    assert evidence.full_name == EvaluationFolder(tmp_path).metric == "lite2pyramid_l2c"
