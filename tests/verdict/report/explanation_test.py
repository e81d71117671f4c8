"""`explain`: the text of a summary, an NLI model's probabilities, and each refusal."""

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.io.evidence import select_evidence
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.signatures import SUFFIX, as_file_data
from sacrerouge_litepyramid.judges.lexical import LexicalJudge, LexicalWeights
from sacrerouge_litepyramid.signature import sign
from sacrerouge_litepyramid.verdict.report.explain import explain
from sacrerouge_litepyramid.verdict.report.explanation import explain_summary, select_summary

KEY = SummaryKey("a", "good")


def text_of(path, key=KEY, **settings):
    evidence = select_evidence(path, None, "p2c")
    assert select_summary(evidence, path, *key) == key
    return str(explain_summary(evidence, key, evidence.summaries[key], **settings))


def test_a_summary_is_explained_unit_by_unit(evidence):
    blocks = text_of(evidence()).split("\n\n")
    assert blocks[:3] == [
        "a, good: lite2pyramid p2c 0.550",
        "the cat sat on the mat",
        "1 of 2 units stated; none is doubtful.",
    ]
    assert blocks[3].split("\n") == [
        "U1   90%  stated      cat sat",
        "      words in the summary: cat, sat",
    ]
    assert blocks[4].startswith("U2   20%  not stated  mat")


def test_three_probabilities_of_an_nli_model(evidence):
    def change(line):
        for unit in line["units"]:
            unit |= {"neutral": 0.07, "contradiction": 0.03}
        return line

    assert "entailment 90%, neutral 7%, contradiction 3%" in text_of(evidence(change))


def test_an_empty_summary_and_missing_words(evidence):
    text = text_of(evidence(), SummaryKey("b", "poor"))
    assert "(The summary is empty.)" in text and "not there: “rain”, “fell” are missing" in text


@pytest.mark.parametrize(
    ("key", "metric", "message"),
    [
        (
            ("z", "good"),
            None,
            "no document 'z'; known: a, b$",
        ),
        (("a", "z"), None, "no system 'z'; known: good, poor$"),
        (KEY, "rouge", "no evidence of 'rouge'; metrics with evidence: lite2pyramid"),
    ],
)
def test_what_the_file_lacks_is_refused(evidence, key, metric, message):
    with pytest.raises(ValueError, match=message):
        select_summary(select_evidence(evidence(), metric, "p2c"), "evidence", *key)


def test_the_first_metric_is_explained_unless_another_is_named(evidence):
    path = evidence()
    write_lines(
        path, [line | {"metric": name} for line in read_lines(path) for name in ("one", "two")]
    )
    assert explain(path.parent).about["metric"] == "one"
    assert explain(path.parent, metric="two").about["metric"] == "two"


def test_the_command_prints_contributions_of_the_judge_that_the_signature_names(evidence, capsys):
    path = evidence()
    words = ["explain", str(path.parent), "a", "good", "--evidence", str(path)]
    assert main(words) == 0
    assert "log-odds" not in capsys.readouterr().out
    signature = sign("lite2pyramid", {"judge": LexicalJudge().identity()})
    write_json(path.with_name(f"{path.name}{SUFFIX}"), as_file_data([signature]))
    assert main(words) == 0
    start = (
        f"log-odds: start {LexicalWeights.load().intercept:+.1f}, share of the unit's words "
        "that the summary has +"
    )
    assert start in capsys.readouterr().out
