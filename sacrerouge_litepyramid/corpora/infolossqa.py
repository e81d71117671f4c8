"""InfoLossQA (Trienes et al., ACL 2024): facts that simplified abstracts lack, as answers.

A record is ``{"document", "system", "reference_question", "reference_answer", "question", "answer",
"ratings"}``: a fact of the reference, a system's question and answer, and how far each of two
annotators found the fact in the answer.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.corpora.data_set import FILES, DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.labels import VOTES_FILE, write_votes
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.statistics.votes import Ballot

GRADES = {"aligned": 1.0, "partial": 0.5, "not_aligned": 0.0}
ANNOTATORS = ("annotator 1", "annotator 2")


@DataSet.register("infolossqa")
class InfoLossQA(DataSet):
    """Reference answers as SCUs of weight 1, with the mean of two annotators' grades as labels.

    Grades are 0, 0.5 and 1. Each answer of a system is a summary, named after the system and
    numbered; facts that were not compared with it have no label. ``votes.jsonl`` has both
    annotators' grades.
    """

    description = (
        "Set up InfoLossQA (Trienes et al., 2024): long biomedical facts, graded labels of two "
        "annotators"
    )
    example = "data/infolossqa --source pairs.jsonl"
    files = (*FILES, VOTES_FILE)

    def setup(self, output: Path, *, source: Path) -> dict[str, Any]:  # type: ignore[override]
        """Write the data set.

        Args:
            source: the pairs, one record per line.
        """
        # The answers of each system on a document in the order of their first record.
        keys: dict[tuple[str, ...], SummaryKey] = {}
        numbers: Counter[tuple[str, str]] = Counter()
        # A fact is its question and its answer.
        facts: dict[str, dict[tuple[str, str], int]] = {}
        ratings: dict[SummaryKey, dict[tuple[str, str], tuple[float, ...]]] = {}
        summaries = {}
        for line in read_table(source):
            with refuse_changes(line.where, "record", "InfoLossQA"):
                document, system = str(line.data["document"]), line.data["system"]
                fact = line.data["reference_question"], line.data["reference_answer"]
                question, answer = line.data["question"], line.data["answer"]
                grades = tuple(GRADES[rating] for rating in line.data["ratings"])
                if len(grades) != len(ANNOTATORS):
                    raise ValueError(f"{len(grades)} ratings instead of {len(ANNOTATORS)}")
            asked = document, system, question, answer
            if asked not in keys:
                numbers[document, system] += 1
                name = f"{system}-{numbers[document, system]}"
                keys[asked] = SummaryKey(document, name)
            key = keys[asked]
            places = facts.setdefault(document, {})
            places.setdefault(fact, len(places))
            ratings.setdefault(key, {})[fact] = grades
            summaries[key] = Summary(*key, "peer", answer, [], [], line.where)
        unrated = (np.nan,) * len(ANNOTATORS)
        ballots = {}
        rows = []
        for key, rated in ratings.items():
            votes = np.array([rated.get(fact, unrated) for fact in facts[key.instance_id]])
            ballots[key] = Ballot(ANNOTATORS, votes.T)
            labels = [None if np.isnan(label) else label for label in votes.mean(axis=1).tolist()]
            score = float(np.nanmean(votes))
            rows.append(ScoredSummary(summaries[key], tuple(labels), {HUMAN_METRIC: score}))
        units = {
            document: as_units(answer.strip() for _, answer in places)
            for document, places in facts.items()
        }
        counts = write_data_set(output, units, rows)
        write_votes(output / VOTES_FILE, ballots)
        return {"dataset": "InfoLossQA", **counts}
