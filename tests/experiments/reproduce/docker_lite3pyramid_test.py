"""The target `docker-lite3pyramid`, with miniatures in the place of the paper's models."""

import shutil

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import config_folder
from helpers.fakes import AllWords
from helpers.support import write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.experiments.reproduce.docker_lite3pyramid import (
    FIXTURE,
    compute_rows,
    score_by_reference,
)
from sacrerouge_litepyramid.extraction.allennlp.models import ARCHIVES
from sacrerouge_litepyramid.extraction.allennlp.worker_client import INTERPRETER
from sacrerouge_litepyramid.extraction.extractor import SentenceExtractor
from sacrerouge_litepyramid.io.summaries import Summary

REFERENCES = [["ships sank near the pier .", "police closed it ."], ["the ships sank ."]]
#: the documents and systems of SacreROUGE's fixture, with texts of our own
SUMMARIES = [
    Summary(f"M00{place}", system, "peer", ["the ships sank ."], REFERENCES, [], "made up")
    for place in range(3)
    for system in "12AB"
]


def test_a_score_is_the_mean_over_the_references():
    scores = score_by_reference(AllWords(), SentenceExtractor(), SUMMARIES[:1])
    # Of the first reference no sentence is stated, of the second its only one; pooled: 1 of 3.
    assert scores["M000, 1, l3c"] == pytest.approx((0 + 1) / 2)


@pytest.fixture
def source(tmp_path, build_once, monkeypatch):
    """A copy of SacreROUGE's repository with the fixture alone; the judge is a miniature here."""
    built = build_once("configs", config_folder.build)
    config_folder.enter(built, tmp_path, monkeypatch)
    monkeypatch.setenv(INTERPRETER, str(built / config_folder.STAND_IN))
    monkeypatch.setenv("SACREROUGE_DATA_ROOT", str(tmp_path / "root"))
    folder = tmp_path / "sacrerouge-copy" / FIXTURE
    folder.mkdir(parents=True)
    write_lines(
        folder / "summaries.jsonl",
        [
            {
                "instance_id": summary.instance_id,
                "summarizer_id": summary.summarizer_id,
                "summarizer_type": summary.summarizer_type,
                "summary": {"text": summary.text},
                "references": [{"text": text} for text in summary.references],
            }
            for summary in SUMMARIES
        ],
    )
    return tmp_path / "sacrerouge-copy"


def test_the_models_that_setup_metric_puts_there_score_the_fixture(source, tmp_path):
    folder = tmp_path / "root/metrics/lite3pyramid"
    folder.mkdir(parents=True)
    shutil.copy(f"models/{ARCHIVES['srl']}", folder)
    rows = compute_rows(source)
    assert len(rows) == 12 * 4
    assert all(0 <= row.measured <= 1 for row in rows)
    assert {row.verdict for row in rows} == {"ok", "OUTSIDE"}


def test_what_is_missing_is_named(source, capsys):
    words = ["experiment", "reproduce", "docker-lite3pyramid", "--source", str(source)]
    assert main(words) == 1
    assert capsys.readouterr().err == (
        "error: docker-lite3pyramid: missing here: "
        f"{ARCHIVES['srl']}; for the models run: sacrerouge-litepyramid setup-metric lite3pyramid "
        "--nli shiyue/roberta-large-tac08 --srl (--debug shows where)\n"
    )
