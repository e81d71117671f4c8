import re

import pytest

pytest.importorskip("accelerate", reason="needs torch, transformers and accelerate")

from nli_finetuning import main

from helpers.support import ROOT


def test_a_fold_of_the_sample_is_held_out(capsys):
    sample = ROOT / "sacrerouge_litepyramid" / "sample"
    status = main(["--data", str(sample), "--fold", "1", "--epochs", "1", "--vocab-size", "300", "--device", "cpu"])
    printed = capsys.readouterr().out
    rows = dict(re.findall(r"^\| *(\d) *\| *(0\.\d+) *\|", printed, flags=re.MULTILINE))
    majority = float(re.search(r"commoner label: (0\.\d+)", printed)[1])
    assert rows.keys() == {"0", "1"}
    assert status == int(float(rows["1"]) <= max(float(rows["0"]), majority))
