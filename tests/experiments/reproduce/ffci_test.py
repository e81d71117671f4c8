import math
import sys

import pytest

from helpers.ffci_archive import SCORES, release_files, write_archive
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.ffci import read_parts, read_release
from sacrerouge_litepyramid.experiments.reproduce.ffci import measure_ffci, sentence_bleu
from sacrerouge_litepyramid.experiments.reproduce.targets import read_expected


@pytest.mark.numbers
def test_ffcis_numbers(shared, capsys):
    assert (
        main(
            [
                "experiment",
                "reproduce",
                "ffci",
                "--source",
                str(shared / "data/ffci/ffci-data.tar.gz"),
            ]
        )
        == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert " 39 within their tolerance, 0 outside, " in lines[-1]


def test_a_name_has_one_judged_value():
    names = [
        name
        for group in read_expected("ffci")
        if group["tolerance"] is not None
        for name in group["values"]
    ]
    assert len(names) == len(set(names)) == 39


@pytest.fixture
def archive(tmp_path):
    return write_archive(tmp_path / "ffci.tar.gz")


def test_every_fact_is_measured(archive):
    measured = measure_ffci(read_parts(read_release(archive)))
    assert {name for group in read_expected("ffci") for name in group["values"]} == set(measured)
    assert all(
        -1 <= value <= 1 or math.isnan(value)
        for name, value in measured.items()
        if "count" not in name
    )


def test_another_archive_lies_outside(archive, capsys):
    assert main(["experiment", "reproduce", "ffci", "--source", str(archive)]) == 1
    output = capsys.readouterr().out
    line = next(line for line in output.splitlines() if line.startswith("count of cnndm-pg "))
    assert line.split()[-5:] == ["3.000000", "135", "-132.000000", "0", "OUTSIDE"]


def test_human_scores_equal_to_a_metrics_agree_with_it(tmp_path):
    files = release_files()
    name = "Focus and Coverage/cnndm/human_coverage_final.csv"
    # ROUGE-1 recall of PG's summaries, counted by hand
    wanted = {0: 6 / 6, 1: 5 / 8, 2: 2 / 2}
    for number, recall in wanted.items():
        files[name] = files[name].replace(
            f"{number},CNNDM,PG,{SCORES['PG'][number]}", f"{number},CNNDM,PG,{recall}"
        )
    measured = measure_ffci(
        read_parts(read_release(write_archive(tmp_path / "ffci.tar.gz", files)))
    )
    assert measured["cnndm-pg, coverage, ROUGE-1, r"] == pytest.approx(1)
    assert measured["xsum-pg, coverage, ROUGE-1, r"] < 0.99


def test_a_summary_without_a_value_is_left_out(tmp_path):
    files = release_files()
    name = "Intersentential Coherence/published_data_ic_z.csv"
    texts = {0: "one sentence", 1: "he saw a dog\nthe dog ran", 2: "it rained\nit rained"}
    for number, text in texts.items():
        old, new = (
            f'{number},CNNDM,PG,{number / 2 - 0.25},"{variant}"'
            for variant in ("PG is here\nand there", text)
        )
        assert old in files[name]
        files[name] = files[name].replace(old, new)
    measured = measure_ffci(
        read_parts(read_release(write_archive(tmp_path / "ffci.tar.gz", files)))
    )
    assert measured["coherence-pg, logistic, r"] == pytest.approx(-1)


def test_no_archive(tmp_path, capsys):
    assert main(["experiment", "reproduce", "ffci", "--source", str(tmp_path / "none")]) == 1
    assert "none: no such file or folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("summary", "references", "expected"),
    [
        ("the cat sat on the mat", ["the cat sat on the mat"], 100),
        # 3 of 4 words, 1 of 3 pairs, 0 of 2 and of 1, smoothed by halves: 1/4 and 1/4 of the
        # counts' inverse
        (
            "a cat on mat",
            ["on mat cat sat"],
            100 * (3 / 4 * 1 / 3 * 1 / (2 * 2) * 1 / (4 * 1)) ** 0.25,
        ),
        ("dogs", ["cats"], 0),
        ("a b c d", ["x", "a b c d"], 100),
    ],
)
def test_sentence_bleu(summary, references, expected):
    assert sentence_bleu(summary, references) == pytest.approx(expected)


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(ImportError, match='BLEU needs: pip install "sacrebleu==2.0.0"'):
        sentence_bleu("a", ["a"])
