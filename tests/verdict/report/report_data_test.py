"""What the page is given: joins of scores, evidence and labels, notes, and refusals."""

import base64
import json
import re
import zlib

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid import evaluate_table
from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.signatures import read_signatures
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import match_labels
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.verdict.report.build import (
    assess_inputs,
    build_report_data,
    render_report,
)
from sacrerouge_litepyramid.verdict.report.inputs import read_inputs
from sacrerouge_litepyramid.verdict.report.write import write_report


def made(data, scores, *evidence, **settings):
    inputs = read_inputs(EvaluationFolder(data, [scores], evidence), **settings)
    few = (Statistics(resamples=50), ComparisonSettings(512))
    return build_report_data(inputs, assess_inputs(inputs, (), *few))


def test_scores_human_scores_and_evidence_are_joined(data, scores, evidence):
    report = made(data, scores, evidence())
    assert report["systems"] == ("good", "poor")
    assert [document["id"] for document in report["documents"]] == ["a", "b"]
    assert report["human"] == "litepyramid_recall"
    human, ours = report["metrics"]
    # of labels: [1, 1], [0, 0] weighing 1 and 3; [1, 1, 0], [0, 0, 0]
    assert human["scores"] == [[1.0, 0.0], [0.66667, 0.0]] and human["agreement"] is None
    assert (ours["name"], ours["scores"]) == ("ours", [[0.5, 0.1], [0.8, 0.2]])
    assert [(place["system"], place["mean"]) for place in ours["ranking"]] == [(0, 0.65), (1, 0.15)]
    assert (
        "system_pearson" not in ours["agreement"] and ours["agreement"]["global_pearson"]["n"] == 4
    )
    assert "2 systems × 2 documents" in report["agreement_rules"]
    assert report["notes"] == []
    (layer,) = report["layers"]
    assert layer["labelled"] is True
    assert layer["documents"][1]["values"] == [[1000, 500, 499], [0, 0, 0]]
    assert layer["documents"][1]["labels"] == [[1, 1, 0], [0, 0, 0]]
    unit = {"text": "mat", "kind": "scu", "weight": 1.0, "importance": None}
    assert layer["documents"][0]["units"][1] == {
        **unit,
        "reference": 0,
        "sentence": -1,
        "is_near": True,
    }


def test_a_question_is_shown_unless_it_differs_between_the_summaries_of_a_document(data, scores):
    asked = {"a": "Where?", "b": ""}
    lines = read_lines(data / "summaries.jsonl")
    lines = [
        {**line, "question": asked[line["instance_id"]] or line["summarizer_id"]} for line in lines
    ]
    write_lines(data / "summaries.jsonl", lines)
    assert [document["question"] for document in made(data, scores)["documents"]] == ["Where?", ""]


def test_how_a_table_was_read_is_on_its_page_and_stays_there(tmp_path):
    rows = [
        {"id": name, "model": system, "output": "It rained.", "facts": ["It rained.", text]}
        for name, text in (("a", "It snowed."), ("b", "It hailed."))
        for system in ("s", "t")
    ]
    evaluate_table(rows, output_dir=tmp_path)
    pages = [(tmp_path / "report.html").read_text("utf-8")]
    write_report(tmp_path)
    pages.append((tmp_path / "report.html").read_text("utf-8"))
    read = "columns: instance_id=id, summarizer_id=model, summary=output, units=facts"
    assert all(read in page for page in pages)


def test_annotators_who_disagree_are_warned_of_first(data, scores):
    assert made(data, scores)["low_agreement"] is False
    votes = [
        {**line, "votes": [line["labels"], [1 - label for label in line["labels"]]]}
        for line in read_lines(data / "labels.jsonl")
    ]
    write_lines(data / "votes.jsonl", votes)
    report = made(data, scores)
    assert report["low_agreement"] is True
    for metric in report["metrics"]:
        assert metric["verdict"]["warnings"][0].startswith("Annotators agree less than chance")


def test_a_value_below_a_half_stays_below_the_threshold_of_the_page(data, scores, evidence):
    """0.4996 in thousandths would be 500, from which on the page says "stated"."""
    (layer,) = made(data, scores, evidence())["layers"]
    assert layer["documents"][1]["values"][0][2] == 499


def test_a_summary_that_two_systems_share_is_kept_once(data, scores):
    lines = read_lines(data / "summaries.jsonl")
    lines[1]["summary"] = lines[0]["summary"]
    write_lines(data / "summaries.jsonl", lines)
    report = made(data, scores)
    assert report["documents"][0]["summaries"] == [0, 0] and len(report["texts"]) == 3
    assert report["lengths"] == [len(" ".join(sentences).split()) for sentences in report["texts"]]


def test_the_nearest_sentence(data, scores, evidence):
    lines = read_lines(data / "summaries.jsonl")
    lines[0]["summary"]["text"] = ["Dogs bark.", "The cat sat on a chair.", "The mat lay there."]
    lines[0]["references"] = [{"text": "A mat was there. The cat sat."}]
    write_lines(data / "summaries.jsonl", lines)
    (layer,) = made(data, scores, evidence())["layers"]
    assert layer["documents"][0]["support"][0] == [[1, 2], [100, 100]]
    assert layer["documents"][0]["support"][1] == [[-1, -1], [0, 0]]
    # of the reference: the units do not name it, their words find it
    found = [(unit["sentence"], unit["is_near"]) for unit in layer["documents"][0]["units"]]
    assert found == [(1, True), (0, True)]


def test_the_given_sentence_of_the_reference_is_used(data, scores, evidence):
    def change(line):
        for unit in line["units"]:
            unit["sentence"] = 0
        return line

    (layer,) = made(data, scores, evidence(change))["layers"]
    unit = layer["documents"][0]["units"][0]
    assert (unit["sentence"], unit["is_near"]) == (0, False)


def test_labels_are_found_by_text_and_kind():
    scus = (Unit("x"), Unit("y"), Unit("x"))
    labelled = LabelledSummary("a", "s", "", scus, (1, 0, 0))
    units = [Unit("y"), Unit("x"), Unit("x", kind="stu"), Unit("x"), Unit("x"), Unit("z")]
    assert match_labels(units, labelled) == [0, 1, None, 0, None, None]
    assert match_labels([Unit("x", kind="stu")], labelled) is None
    assert match_labels(units, None) is None


def test_without_human_scores_there_is_a_ranking_and_a_note(data, scores, evidence):
    (data / "labels.jsonl").unlink()
    report = made(data, scores, evidence())
    assert report["human"] is None and [metric["name"] for metric in report["metrics"]] == ["ours"]
    assert report["metrics"][0]["agreement"] is None and report["agreement_rules"] is None
    assert [note[:19] for note in report["notes"]] == ["No human scores: me", "No labels of units "]
    assert report["layers"][0]["labelled"] is False


def test_without_evidence_labels_make_a_layer(data, scores):
    report = made(data, scores)
    assert [layer["name"] for layer in report["layers"]] == ["labels"]
    assert report["layers"][0]["documents"][0]["values"] == [None, None]
    assert report["layers"][0]["documents"][0]["labels"] == [[1, 1], [0, 0]]
    assert report["notes"] == ["No evidence was given: units have no probability from a judge."]


def test_one_document_gives_no_interval_and_no_better_system(data, scores):
    for name in ("summaries.jsonl", "scus.jsonl", "labels.jsonl"):
        write_lines(
            data / name, [line for line in read_lines(data / name) if line["instance_id"] == "a"]
        )
    report = made(data, scores)
    shared = {
        "low": None,
        "high": None,
        "documents": 1,
        "best": 1,
        "worst": 2,
        "letters": "a",
        "tier": 1,
    }
    assert report["metrics"][1]["ranking"] == [
        {"system": 0, "mean": 0.5, **shared},
        {"system": 1, "mean": 0.1, **shared},
    ]
    assert report["metrics"][1]["agreement"]["global_pearson"]["value"] is None
    assert (
        "too few documents have both scores" in report["metrics"][1]["verdict"]["trust"]["reason"]
    )
    assert "95% interval" not in report["agreement_rules"]


def test_small_scores_keep_their_digits(data, scores):
    write_lines(
        scores,
        [
            {**line, "metrics": {"ours": line["metrics"]["ours"] * 1e-7}}
            for line in read_lines(scores)
        ],
    )
    assert made(data, scores)["metrics"][1]["scores"] == [[5e-8, 1e-8], [8e-8, 2e-8]]


def test_with_scores_alone(data, scores):
    (data / "labels.jsonl").unlink()
    report = made(data, scores)
    assert report["layers"] == [] and len(report["notes"]) == 3


def test_systems_without_evidence_and_summaries_without_scores_are_noted(data, scores, evidence):
    write_lines(scores, read_lines(scores)[:3])
    report = made(
        data, scores, evidence(lambda line: line if line["summarizer_id"] == "good" else None)
    )
    assert report["notes"] == [
        "ours has no score of 1 of 4 summaries.",
        "lite2pyramid has no evidence of 2 of 4 summaries.",
    ]
    assert report["layers"][0]["documents"][0]["values"][1] is None
    assert report["metrics"][1]["scores"][1] == [0.8, None]


def test_human_scores_are_read_where_there_are_some(data, scores):
    lines = [
        {**line, "metrics": {"pyramid": {"human": line["metrics"]["ours"]}}}
        for line in read_lines(scores)
    ]
    write_lines(data / "metrics.jsonl", lines)
    assert made(data, scores, human="pyramid_human")["metrics"][0]["scores"] == [
        [0.5, 0.1],
        [0.8, 0.2],
    ]
    assert made(data, scores)["human"] == "pyramid_human"
    with pytest.raises(ValueError, match="no metric 'quality'; known: pyramid_human"):
        made(data, scores, human="quality")


def other(lines):
    return [{**line, "instance_id": "z" + line["instance_id"]} for line in lines]


def with_metrics(**metrics):
    return lambda lines: [{**line, "metrics": metrics} for line in lines]


@pytest.mark.parametrize(
    ("change", "settings", "message"),
    [
        (lambda lines: lines, {"metrics": ["theirs"]}, "no metric 'theirs'; known: ours"),
        (other, {}, "the metric 'ours' has no score of a summary in the data"),
        (with_metrics(litepyramid_recall=1), {}, "no metric but the human 'litepyramid_recall'"),
        (
            with_metrics(ours=float("nan")),
            {},
            "the metric 'ours' has no score of a summary in the data",
        ),
        (with_metrics(ours="x"), {}, "the metric 'ours' must be a number, not 'x'"),
    ],
)
def test_scores_that_do_not_fit_are_refused(data, scores, change, settings, message):
    write_lines(scores, change(read_lines(scores)))
    with pytest.raises(ValueError, match=message):
        made(data, scores, **settings)


def test_data_without_peers_is_refused(data, scores):
    write_lines(
        data / "summaries.jsonl",
        [{**line, "summarizer_type": "reference"} for line in read_lines(data / "summaries.jsonl")],
    )
    with pytest.raises(ValueError, match="summaries.jsonl: no system summary"):
        made(data, scores)


def test_signatures_are_read_where_they_lie(tmp_path):
    signature = {"text": "m|version:1", "metric": "m", "version": "1"}
    (tmp_path / "a.jsonl.signature.json").write_text(json.dumps([signature, signature]))
    assert read_signatures([tmp_path / "a.jsonl", tmp_path / "b.jsonl"]) == [signature]
    (tmp_path / "b.jsonl.signature.json").write_text("[1]")
    with pytest.raises(ValueError, match="b.jsonl.signature.json: not a signature"):
        read_signatures([tmp_path / "b.jsonl"])


def test_no_text_can_leave_the_data_of_the_page(data, scores, evidence):
    nasty = "</script><script>alert(1)</script><!--"
    lines = read_lines(data / "summaries.jsonl")
    for line in lines:
        line["summary"]["text"] = nasty
        line["references"] = [{"text": nasty}]
    write_lines(data / "summaries.jsonl", lines)
    change = evidence(
        lambda line: {**line, "summary": nasty, "units": [{"text": nasty, "p2c": 0.5}]}
    )
    page = render_report(made(data, scores, change), title=nasty)
    assert "alert(1)</" not in page and "<!--" not in page
    embedded = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL
    )[1]
    packed = json.loads(embedded)["packed"]
    (layer,) = json.loads(zlib.decompress(base64.b64decode(packed)))["layers"]
    assert layer["documents"][0]["units"][0]["text"] == nasty


def test_clauses_have_runs_and_other_units_have_none(data, scores, evidence):
    def change(line):
        clause = {"kind": "clause", "parts": [{"text": "cat sat", "p2c": 0.75}]}
        return {
            **line,
            "units": [
                unit | (clause if unit["text"] == "cat sat" else {}) for unit in line["units"]
            ],
        }

    documents = made(data, scores, evidence(change))["layers"][0]["documents"]
    good, poor = documents[0]["why"]
    assert good["runs"] == {0: [0, 7, 900]}
    # 2 * .7 - .75
    assert good["wholes"] == {0: 1000} and poor["wholes"] == {0: 650}
    assert all("runs" not in why for why in documents[1]["why"])
