"""How far can I trust ROUGE on my data? Its agreement with human scores, beside that of
Lite2Pyramid and Lite3Pyramid.

Run: python examples/trust_rouge.py [FOLDER]     (by default the folder "out")
"""

# %% Human scores of your systems' summaries. These are the labels of the package's made-up sample,
# so the answer below is about the sample; with your own files it is about your data.
import json
import sys
from pathlib import Path

import sacrerouge_litepyramid
from sacrerouge_litepyramid import agreement, compare_metrics, score
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.meta_evaluation.records import SUMMARY

sample = Path(sacrerouge_litepyramid.__file__).parent / "sample"
out = Path(sys.argv[1] if len(sys.argv) > 1 else "out") / "trust_rouge"
out.mkdir(parents=True, exist_ok=True)


def read_lines(path: Path) -> list[dict]:
    """Return the objects of a file of JSON Lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


summaries = read_lines(sample / "summaries.jsonl")
systems = [line["summarizer_id"] for line in summaries]
documents = [line["instance_id"] for line in summaries]
labelled = read_lines(sample / "metrics.jsonl")
human_scores = {
    (line["instance_id"], line["summarizer_id"]): line["metrics"]["litepyramid_recall"]
    for line in labelled
}
human = [human_scores[key] for key in zip(documents, systems, strict=True)]

# %% ROUGE and the two metrics of this package: Lite2Pyramid by annotators' facts, Lite3Pyramid by
# the references alone.
facts = {
    line["instance_id"]: [Unit(unit["text"], unit["weight"]) for unit in line["units"]]
    for line in read_lines(sample / "scus.jsonl")
}
texts = [line["summary"]["text"] for line in summaries]
references = [[reference["text"] for reference in line["references"]] for line in summaries]
rouge = score(texts, references=references, metric="rouge-native")
lite2 = score(texts, units=[facts[name] for name in documents], judge="lexical")
lite3 = score(texts, references=references, judge="lexical")
metrics = {
    "ROUGE-1": [row["1_recall"] for row in rouge.scores],
    "ROUGE-2": [row["2_recall"] for row in rouge.scores],
    "Lite2Pyramid": [row["p2c"] for row in lite2.scores],
    "Lite3Pyramid": [row["p2c"] for row in lite3.scores],
}

# %% Agreement with human scores on these documents, with 95% intervals. System level: does it rank
# systems as human scores do (the interval is what ten other documents would give)? Summary level:
# and the summaries of one document?
table = {"doc_id": documents, "system": systems, "human": human, **metrics}
agreements = agreement(table)
print(f"\n{agreements.details()}\n")

# %% Does a metric agree significantly better than ROUGE-1? If not, how many documents would show
# the difference?
comparison = compare_metrics(table, ["ROUGE-1", "Lite2Pyramid", "Lite3Pyramid"])
print(f"Differences of Pearson's r at the summary level, {agreements.documents} documents:")
for pair in comparison.pairs:
    tested = pair.by_level[SUMMARY].pearson
    verdict = (
        f"{tested.better} agrees better with human scores"
        if tested.better
        else "no significant difference"
    )
    interval = f"{tested.difference.format(sign='+')}, adjusted p {tested.adjusted_p:.3f}"
    print(f"  {pair.first} − {pair.second}: {interval}: {verdict}.")
    needed = comparison.count_documents_needed(pair)
    enough = "no number of documents" if needed is None else f"{needed} documents"
    print(
        f"    If this is the true difference, {enough} would make it significant, with 80% power."
    )

# %% All numbers, for a paper or a spreadsheet.
(out / "agreement.json").write_text(json.dumps(agreements.to_dict(), indent=2), "utf-8")
(out / "comparison.json").write_text(json.dumps(comparison.to_dict(), indent=2), "utf-8")
print(f"\nAll numbers: {out}")
