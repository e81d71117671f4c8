"""A corpus judged by a real transformer in this process, and by a worker of Ray: the same bits."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pyarrow import parquet

from helpers.corpus_lines import make_lines
from helpers.ray_machine import start_ray
from helpers.support import write_lines
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.scale.score_corpus import score_corpus


@pytest.fixture
def one_cpu() -> Iterator[None]:
    with start_ray(1):
        yield


def test_both_engines_give_the_same_bits_with_minilm(
    one_cpu: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_lines(Path("corpus.jsonl"), make_lines())
    for engine in ("ray", "local"):
        written = score_corpus(
            ["corpus.jsonl"], output=f"{engine}.parquet", judge="embedding", batch_size=20, engine=engine
        )
        assert written.lines[-1].startswith("50 summaries, ")
    assert parquet.read_table("ray.parquet").equals(parquet.read_table("local.parquet"))
    assert Path(f"ray.parquet{SUFFIX}").read_text() == Path(f"local.parquet{SUFFIX}").read_text()
