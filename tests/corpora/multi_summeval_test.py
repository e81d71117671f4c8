"""Multi_SummEval's layout with made-up texts: references, two systems' summaries and scores by language."""

import json

import pytest
from sacrerouge.data.dataset_readers import ReferenceBasedDatasetReader
from scipy.stats import pearsonr

from helpers.languages import LANGUAGES
from helpers.score_files import score_files
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.multi_summeval import MultiSummEval
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite3Pyramid

CHINESE, GERMAN = LANGUAGES["Chinese"], LANGUAGES["German"]
#: by document: the reference, and the summaries of BERT and PG
TEXTS = {
    "DE": {
        str(number): (text, text.split(". ")[0] + ".", other)
        for number, (text, other) in enumerate([(GERMAN.bridge, GERMAN.other), (GERMAN.other, GERMAN.bridge)])
    },
    "ZH": {"000002": (CHINESE.bridge, CHINESE.bridge, CHINESE.other), "000010": (CHINESE.other, "马尔默赢了。", "")},
}
SCORES = {"BERT": ("0.5", "-1e-1"), "PG": ("-0.25", "-1.5")}


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "resulting_data"
    for language, texts in TEXTS.items():
        for place, name in enumerate(("gold", "pred_BERT", "pred_PG")):
            (folder / language / name).mkdir(parents=True)
            for number, of_document in texts.items():
                (folder / language / name / number).write_text(of_document[place].replace("。", "。\n"), "utf-8")
        rows = [[str(int(number)), system, *SCORES[system]] for number in texts for system in SCORES]
        lines = [["id", "model", "focus", "coverage"], *rows]
        (folder / language / "score.csv").write_text("".join(",".join(row) + "\n" for row in lines), "utf-8")
    return folder


def test_a_folder_per_language_has_summaries_references_and_scores(release, tmp_path):
    counts = MultiSummEval().setup(tmp_path / "data", source=release)
    assert counts == {"dataset": "Multi_SummEval", "de": 4, "zh": 4}
    first, *_ = read_lines(tmp_path / "data/zh/summaries.jsonl")
    assert (first["instance_id"], first["summarizer_id"], first["summarizer_type"]) == ("2", "BERT", "peer")
    assert first["summary"]["text"] == first["references"][0]["text"] and len(first["summary"]["text"]) == 3
    assert [line["metrics"] for line in read_lines(tmp_path / "data/de/metrics.jsonl")] == 2 * [
        {"human_coverage": -0.1, "human_focus": 0.5},
        {"human_coverage": -1.5, "human_focus": -0.25},
    ]


def test_agreement_prints_r_over_all_summaries_and_pairs_of_the_two_systems(release, tmp_path, capsys, caplog):
    """With two systems a document has no r, but a share of pairs in the right order; the published figure is global."""
    MultiSummEval().setup(tmp_path / "data", source=release)
    folder, scores, result = tmp_path / "data/de", tmp_path / "scores.jsonl", tmp_path / "agreement.json"
    metric = Lite3Pyramid(extractor="clauses")
    with caplog.at_level("INFO"):
        lines = score_files(metric, ReferenceBasedDatasetReader(), [folder / "summaries.jsonl"], scores)
    assert "character-ngrams" in caplog.text
    assert main(["agreement", str(folder), "--scores", str(scores), "--output", str(result)]) == 0
    assert "Warning: 2 systems: no correlation across systems; it needs at least 3." in capsys.readouterr().out
    rows = json.loads(result.read_text("utf-8"))["rows"]
    values = {(row["level"], row["coefficient"]): row["value"] for row in rows if row["metric"] == "lite3pyramid_p2c"}
    ours = [line["metrics"]["lite3pyramid"]["p2c"] for line in lines]
    human = [line["metrics"]["human_coverage"] for line in read_lines(folder / "metrics.jsonl")]
    assert values["global", "pearson"] == pytest.approx(pearsonr(ours, human)[0])
    assert values["summary", "pearson"] is None and values["summary", "acc_eq"] == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("DE/score.csv", "id,model,focus,coverage\n7,PG,0,0\n", "score.csv, line 2: no text pred_PG/7; get"),
        ("DE/score.csv", "id,model,focus,coverage\n1,LEAD,0,0\n", "no text pred_LEAD/1"),
        ("DE/score.csv", "id,model,focus\n1,PG,0\n", "line 2: the field 'coverage'"),
        ("DE/score.csv", "id,model,focus,coverage\n1,PG,0,good\n", "line 2: .*'good'.* must be finite numbers"),
        ("DE/score.csv", "id,model,focus,coverage\n1,PG,0,1e999\n", "line 2: .*'1e999'.* must be finite numbers"),
        ("ZH/gold/000010", b"\xff", "000010: not UTF-8 text"),
    ],
)
def test_what_is_not_as_released_is_named_and_nothing_written(release, tmp_path, name, text, message):
    (release / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError, match=message):
        MultiSummEval().setup(tmp_path / "data", source=release)
    assert not (tmp_path / "data").exists()


def test_another_folder_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no LANGUAGE/score.csv; pass a copy of the released folder resulting_data"):
        MultiSummEval().setup(tmp_path / "data", source=tmp_path)
