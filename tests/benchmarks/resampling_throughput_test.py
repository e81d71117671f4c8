import json
import sys

from resampling_throughput import main, measure_agreement_cost


def test_one_json_object_about_a_small_matrix(monkeypatch, capsys):
    sizes = ["--systems", "5", "--documents", "6", "--resamples", "10", "--reference", "2"]
    monkeypatch.setattr(sys, "argv", ["resampling_throughput.py", *sizes, "--json"])
    main()
    results = json.loads(capsys.readouterr().out)
    assert list(results) == [f"bootstrap over {each}" for each in ("documents", "systems", "both")] + [
        "permutation test"
    ]
    assert all(found["seconds"] > 0 and found["times"] > 0 for found in results.values())


def test_what_an_agreement_costs():
    found = measure_agreement_cost(systems=5, documents=6, resamples=10)
    assert found["cpu_seconds"] > 0 and found["megabytes"] > 1
