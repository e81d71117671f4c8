import json
import sys

import pytest
from extraction_throughput import main


def test_one_json_object_about_a_few_references(tmp_path, monkeypatch, capsys):
    pytest.importorskip("spacy")
    (tmp_path / "references.txt").write_text("The cat sat on the mat. It purred.\nRain fell in the north.\n", "utf-8")
    command = ["extraction_throughput.py", "--references", str(tmp_path / "references.txt"), "--count", "5", "--json"]
    monkeypatch.setattr(sys, "argv", command)
    main()
    results = json.loads(capsys.readouterr().out)
    assert results["references"] == 5
    assert results["times_parsing"] > 0.5
