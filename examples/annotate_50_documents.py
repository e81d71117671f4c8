"""Annotate 50 documents and combine labels with a judge: Lite2.xPyramid, and scores that
annotators' labels correct.

Nobody annotated anything here. The stories are made up, so that their facts are known, and the
annotators are a simulation that answers by these facts and never errs (simulated_annotators.py).
Real annotators do the same steps in the HTML forms.
Run: python examples/annotate_50_documents.py [FOLDER]     (by default the folder "out")
"""

# %% 50 documents with one reference each, and the summaries of four systems.
import json
import os
import sys
from pathlib import Path

from made_up_stories import make_stories
from sacrerouge_litepyramid import estimate
from sacrerouge_litepyramid.cli.main import main as run_command
from simulated_annotators import compute_known_scores, label_units, write_scus

out = Path(sys.argv[1] if len(sys.argv) > 1 else "out") / "annotate_50_documents"
out.mkdir(parents=True, exist_ok=True)
os.chdir(out)
stories = {story.name: story for story in make_stories(50)}
with Path("summaries.jsonl").open("w", encoding="utf-8") as file:
    for story in stories.values():
        for system, text in story.summaries.items():
            names = {"instance_id": story.name, "summarizer_id": system, "summarizer_type": "peer"}
            texts = {"summary": {"text": text}, "references": [{"text": story.reference}]}
            file.write(json.dumps({**names, **texts}) + "\n")


def run(command: str) -> None:
    """Print and run a command of the package; stop where it fails."""
    print(f"\n$ sacrerouge-litepyramid {command}", flush=True)
    if run_command(command.split()):
        sys.exit(1)


# %% A budget of 80 sentences to write facts (SCUs) for: the machine keeps those that a regressor
# predicts to be easy, annotators get the others. A worksheet is never overwritten, as annotators
# may have worked in it.
if not Path("annotated/worksheet.csv").exists():
    run("write-scus . --budget 80 --output-dir annotated")

# %% Annotators write the facts in the worksheet; the command adds the machine's units (STUs).
write_scus(Path("annotated/worksheet.csv"), stories)
run("write-scus . --output-dir annotated")

# %% The judge judges all of these units in all summaries: Lite2.xPyramid.
scored = "--output-jsonl scores.jsonl --evidence_output evidence.jsonl --judge lexical"
run(
    "lite2xpyramid score --dataset-reader units-based --input-files summaries.jsonl "
    f"annotated/units.jsonl {scored}"
)

# %% Annotators label 400 units, those that may move the scores most, a fifth of the documents
# twice.
run("plan-labels . --evidence evidence.jsonl --budget 400")
if not Path("forms").exists():
    run("make-label-form . --annotators ann bob --overlap 0.2 --output-dir forms")
for name in ("ann", "bob"):
    label_units(Path(f"forms/labels-{name}.html"), Path(f"votes-{name}.json"), stories)
run("import-labels . --forms votes-ann.json votes-bob.json --output-dir labels")

# %% Both together: the judge's scores, corrected by the labels of the sample, with 95% intervals.
report = estimate("evidence.jsonl", "labels/planned_labels.jsonl")
Path("estimate.json").write_text(json.dumps(report.to_dict(), indent=2), "utf-8")
print(f"\n{report}")

# %% Was it right? The facts are known here, so the human score by labels of all units is known too.
known = compute_known_scores(Path("annotated/units.jsonl"), stories)
print(
    f"\nBeside the human score by labels of all {report.units:,} units instead of "
    f"{report.labels:,}:"
)
covering = 0
for row in report.systems:
    assert row.combined is not None and row.combined.score.has_interval  # there are enough labels
    score = row.combined.score
    covering += score.low <= known[row.system] <= score.high
    numbers = f"judge and labels {score}, judge {row.judge:.3f}"
    print(f"  {row.system:8}  human {known[row.system]:.3f}, {numbers}")
print(
    f"{covering} of {len(report.systems)} intervals contain the human score. All files: "
    f"{Path.cwd()}"
)
