import re
from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs torch and transformers")

from encoder_agreement import main

from helpers import miniature
from sacrerouge_litepyramid.cli.commands.demo import SAMPLE


def test_a_row_for_each_metric_of_the_sample(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = miniature.save_bert(tmp_path / "bert", kind="BertModel")
    encoder = f'{{"type": "transformers", "model": "{folder}", "device": "cpu"}}'
    main(["--data", str(SAMPLE), "--encoder", encoder, "--instances", "3"])
    rows = re.findall(r"^\| (.+?) \| (.*\d.*) \| (.*\d.*) \|$", capsys.readouterr().out, flags=re.MULTILINE)
    assert len(rows) == 9 + 2
    for title, first, second in rows:
        values = [float(value) for value in re.findall(r"-?\d\.\d+", first + " " + second)]
        assert len(values) == 6 and all(-1 <= value <= 1 for value in values), title
    assert [row[0] for row in rows[-2:]] == ["BERTScore", "STS"], "of faithfulness"
    assert len({row[1:] for row in rows[2:]}) > 7, "values of their own"


def test_an_encoder_without_a_model_is_refused() -> None:
    with pytest.raises(SystemExit, match="no transformers model; give one, such as minilm"):
        main(["--data", str(SAMPLE), "--encoder", '{"type": "char-ngram"}'])
