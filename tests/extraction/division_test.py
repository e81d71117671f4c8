"""Facts of more than twenty words are judged by their clauses, and shown with them."""

import json

import numpy as np
import pytest

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.division import MAX_WORDS, divide_facts
from sacrerouge_litepyramid.io.evidence import read_evidence, write_evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.metrics.metric import Item
from sacrerouge_litepyramid.scoring import judge_summaries
from sacrerouge_litepyramid.verdict.report.clauses import list_runs

pytest.importorskip("spacy")

LONG = (
    "The ferry, which had left the island on Monday, sank in the storm near the northern cape, and "
    "the coast guard rescued all forty passengers by noon."
)
SHORT = "The ferry sank"
SUMMARY = "The ferry sank in the storm near the northern cape."


class Recorder(Judge):
    """A judge of propositions, which keeps the units that it was asked about."""

    classes = 2

    def predict(self, groups):
        self.asked = [unit for group in groups for unit in group.units]
        return [np.zeros((len(group.units), 2)) for group in groups]

    def identity(self):
        return {"type": "recorder"}


def test_a_facts_clauses_have_all_of_its_words():
    clauses = divide_facts([LONG, SHORT])
    assert list(clauses) == [LONG] and len(clauses[LONG]) > 1
    words = " ".join(clause.text for clause in clauses[LONG]).replace(",", "").rstrip(".")
    assert words.split() == LONG.replace(",", "").rstrip(".").split()


def test_facts_of_at_most_twenty_words_stay():
    assert divide_facts([" ".join(["ships sank"] * (MAX_WORDS // 2))]) == {}


def test_the_value_is_the_mean_by_content_words():
    (judgement,) = judge_summaries(LexicalJudge(), [(SUMMARY, [Unit(SHORT), Unit(LONG)])])
    assert list(judgement.clauses) == [1] and judgement.units == (Unit(SHORT), Unit(LONG))
    weights = [clause.weight for clause in divide_facts([LONG])[LONG]]
    expected = np.average(judgement.parts[1], weights=weights)
    assert judgement.measures["p2c"][1] == pytest.approx(expected)


def test_judges_of_propositions_read_the_whole_fact():
    judge = Recorder()
    (judgement,) = judge_summaries(judge, [(SUMMARY, [Unit(LONG)])])
    assert LONG in judge.asked and not judgement.clauses


def test_evidence_signature_and_runs_show_the_clauses(tmp_path):
    result = Lite2Pyramid(LexicalJudge()).score([Item(SUMMARY, [Unit(LONG), Unit(SHORT)])])
    assert result.signature["units"]["divided"]["units"] == 1
    assert any("judged their clauses" in notice for notice in result.notices)
    path, key = tmp_path / "evidence.jsonl", SummaryKey("d", "s")
    write_evidence(path, {"lite2pyramid": [(key, result.judgements[0])]})
    unit, _ = json.loads(path.read_text("utf-8"))["units"]
    assert unit["text"] == LONG and len(unit["parts"]) > 1
    (evidence,) = read_evidence([path], "p2c")
    runs = list_runs(evidence, key)[0]
    assert [run.text for run in runs] == [part["text"] for part in unit["parts"]]
    assert all(LONG[run.start :].startswith(run.text) for run in runs)


def test_a_missing_unit_does_not_count():
    whole = Lite2Pyramid(LexicalJudge()).score([Item(SUMMARY, [Unit(SHORT), Unit("nan")])])
    alone = Lite2Pyramid(LexicalJudge()).score([Item(SUMMARY, [Unit(SHORT)])])
    assert whole.values == alone.values
    assert any("units: missing" in notice for notice in whole.notices)
