"""Score my outputs: from a CSV of outputs and references to a verdict, one summary opened to its
units, and a report.

Run: python examples/score_my_outputs.py [FOLDER]     (by default the folder "out")
"""

# %% The table: a row for each summary. Replace outputs.csv with your own; these rows are the
# package's made-up sample.
import csv
import json
import sys
from pathlib import Path

import sacrerouge_litepyramid
from sacrerouge_litepyramid import evaluate_table
from sacrerouge_litepyramid.cli.main import main as run_command

sample = Path(sacrerouge_litepyramid.__file__).parent / "sample"
out = Path(sys.argv[1] if len(sys.argv) > 1 else "out") / "score_my_outputs"
out.mkdir(parents=True, exist_ok=True)
table = out / "outputs.csv"
lines = (sample / "summaries.jsonl").read_text("utf-8").splitlines()
with table.open("w", encoding="utf-8", newline="") as file:
    writer = csv.DictWriter(file, ["doc_id", "model", "output", "reference"])
    writer.writeheader()
    for line in map(json.loads, lines):
        references = json.dumps([reference["text"] for reference in line["references"]])
        row = {"doc_id": line["instance_id"], "model": line["summarizer_id"]}
        writer.writerow({**row, "output": line["summary"]["text"], "reference": references})

# %% The verdict: which system is best, which do not differ significantly from it, and what the
# judge cannot see. Without a column of facts, Lite3Pyramid extracts them from the references;
# nothing is downloaded.
verdict = evaluate_table(table, output_dir=out / "verdict")
print(verdict)

# %% One summary opened to its units: where did the leading system lose most?
leader = verdict[0]["system"]
scored = [row for row in verdict.scores if row["summarizer_id"] == leader]
worst = min(scored, key=lambda row: row["lite3pyramid_p2c"])["instance_id"]
print(f"\nThe lowest score of {leader}:\n", flush=True)
failed = run_command(["explain", str(out / "verdict"), worst, leader])

# %% The report: the same for every summary, in one HTML file that needs no network.
print(f"\nThe report: {out / 'verdict' / 'report.html'}")
sys.exit(failed)
