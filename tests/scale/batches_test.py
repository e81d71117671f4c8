"""One batch: units of a file, the digest of what makes the scores, and the counts that batches add up to."""

import json
from pathlib import Path

import pytest

from helpers.corpus_lines import SAMPLE, make_lines
from helpers.fakes import AllWords
from helpers.support import write_lines
from sacrerouge_litepyramid.io.corpus import LineBatch, cut_batches
from sacrerouge_litepyramid.io.sources import SourceFile
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.scale.batches import BatchScorer, Counts


@pytest.fixture
def batches(tmp_path: Path) -> list[LineBatch]:
    write_lines(tmp_path / "corpus.jsonl", make_lines())
    return list(cut_batches(SourceFile("corpus.jsonl", str(tmp_path / "corpus.jsonl")), 20))


def count(scores: str) -> Counts:
    return Counts.from_json(json.loads(scores.partition("\n")[0]))


def test_units_of_a_file_serve_lines_without_units(batches: list[LineBatch]) -> None:
    expected = BatchScorer(Lite2Pyramid())
    lines = [{name: line[name] for name in ("instance_id", "summarizer_id", "summary")} for line in make_lines()[:20]]
    bare = batches[0]._replace(data="\n".join(map(json.dumps, lines)).encode())
    scorer = BatchScorer(Lite2Pyramid(), read_units(SAMPLE / "scus.jsonl"))
    assert scorer.parse(bare) == [item._replace(references=()) for item in expected.parse(batches[0])]
    assert scorer.score(scorer.parse(bare)) == expected.score(expected.parse(batches[0]))


def test_the_digest_is_of_the_metric_and_of_every_text(batches: list[LineBatch]) -> None:
    scorer = BatchScorer(Lite2Pyramid())
    items = scorer.parse(batches[0])
    digests = [
        scorer.digest(items),
        BatchScorer(Lite2Pyramid(judge=AllWords())).digest(items),
        scorer.digest([items[0]._replace(text="another"), *items[1:]]),
        scorer.digest([items[0]._replace(units=items[0].units[1:]), *items[1:]]),
        scorer.digest(items[:-1]),
    ]
    assert len(set(digests)) == len(digests)
    assert BatchScorer(Lite2Pyramid()).digest(items) == digests[0]


class Observing(AllWords):
    """Observes the number of pairs that it has scored."""

    def observed(self) -> dict[str, list[str]]:
        return {"scored": [str(self.scored)]}


def test_what_a_judge_observes_is_counted_and_moves_no_digest(batches: list[LineBatch]) -> None:
    scorer = BatchScorer(Lite2Pyramid(judge=Observing()))
    items = [scorer.parse(batch) for batch in batches]
    digest = scorer.digest(items[0])
    total = Counts()
    for own in items[:2]:
        total.merge(count(scorer.score(own)))
    assert len(total.observed["scored"]) == 2 and "0" not in total.observed["scored"]
    assert scorer.digest(items[0]) == digest


def test_counts_of_batches_add_up_to_those_of_the_corpus(batches: list[LineBatch]) -> None:
    scorer = BatchScorer(Lite2Pyramid())
    whole = count(scorer.score([item for batch in batches for item in scorer.parse(batch)]))
    total = Counts()
    for batch in batches:
        total.merge(count(scorer.score(scorer.parse(batch))))
    assert (total.summaries, total.units) == (whole.summaries, whole.units) == (50, {"scu": 375})
    for system, measures in whole.means.ranked().items():
        for name, mean in measures.items():
            found = total.means.ranked()[system][name]
            assert (found.count, found.mean) == (mean.count, pytest.approx(mean.mean, abs=1e-12))
            assert found.squares == pytest.approx(mean.squares, abs=1e-12)


def test_a_mean_of_nothing_changes_no_other() -> None:
    total = Counts()
    total.merge(Counts())
    assert (total.summaries, total.means.ranked()) == (0, {})
