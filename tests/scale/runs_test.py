"""A run whose batches come in any order, as Ray's workers answer."""

from pathlib import Path

from helpers.corpus_lines import make_lines
from helpers.support import write_lines
from sacrerouge_litepyramid.io.corpus import cut_batches
from sacrerouge_litepyramid.io.sources import SourceFile
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.scale.batches import BatchScorer
from sacrerouge_litepyramid.scale.outputs import write_lines as write_scores
from sacrerouge_litepyramid.scale.runs import score_locally, write_run


def test_the_order_of_the_answers_does_not_matter(tmp_path: Path) -> None:
    write_lines(tmp_path / "corpus.jsonl", make_lines())
    scorer, source = BatchScorer(Lite2Pyramid()), SourceFile("corpus.jsonl", str(tmp_path / "corpus.jsonl"))
    expected = score_locally(scorer, [source], tmp_path / "expected.jsonl", 20)
    answers = [scorer.answer(0, batch, ()) for batch in cut_batches(source, 20)]
    found = write_run(lambda kept: answers[::-1], tmp_path / "found.jsonl", write_scores)
    assert (tmp_path / "found.jsonl").read_bytes() == (tmp_path / "expected.jsonl").read_bytes()
    assert (found.signature, found.batches) == (expected.signature, expected.batches)
