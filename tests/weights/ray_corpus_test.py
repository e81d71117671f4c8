"""A corpus judged by a real transformer in this process, and by a worker of Ray: the same bits."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pyarrow import parquet

from helpers.corpus_lines import make_lines
from helpers.ray_machine import start_ray
from helpers.support import write_lines
from sacrerouge_litepyramid.io.corpus import SUFFIXES
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.io.sources import list_sources
from sacrerouge_litepyramid.judges.embedding import EmbeddingJudge
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.scale.batches import BatchScorer
from sacrerouge_litepyramid.scale.ray_data import RaySettings, score_with_ray
from sacrerouge_litepyramid.scale.runs import score_locally


@pytest.fixture
def one_cpu() -> Iterator[None]:
    with start_ray(1):
        yield


def test_both_engines_give_the_same_bits_with_minilm(
    one_cpu: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_lines(Path("corpus.jsonl"), make_lines())
    sources = list_sources(["corpus.jsonl"], SUFFIXES)
    scorer = BatchScorer(Lite2Pyramid(judge=EmbeddingJudge()))
    run = score_with_ray(scorer, sources, "ray.parquet", 20, RaySettings())
    score_locally(scorer, sources, Path("local.parquet"), 20)
    assert run.batches == 3 and run.counts.summaries == 50
    assert parquet.read_table("ray.parquet").equals(parquet.read_table("local.parquet"))
    assert Path(f"ray.parquet{SUFFIX}").read_text() == Path(f"local.parquet{SUFFIX}").read_text()
