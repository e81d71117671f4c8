"""Draw docs/labels-saved.svg from the output of `experiment simulate-labels data/pyrxsum --judge lexical embedding`."""

import argparse
import json
from pathlib import Path

from matplotlib.figure import Figure

from sacrerouge_litepyramid.evaluation.figures import save_figure

OUTPUT = Path(__file__).parent.parent / "docs/labels-saved.svg"
#: judge, design and estimator of a row; colour (Okabe and Ito), marker and name of its line
LINES = {
    ("lexical", "documents", "human"): ("#000000", "x", "annotators alone, whole documents"),
    ("lexical", "chance", "human"): ("#56B4E9", "s", "annotators alone, units by chance"),
    ("lexical", "active", "combined"): ("#0072B2", "o", "with the judge lexical, active sampling"),
    ("embedding", "active", "combined"): ("#D55E00", "D", "with the judge embedding, active sampling"),
}


def draw(rows: list[dict]) -> Figure:
    """Draw the error of a system's score against the number of labels per system."""
    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.subplots()
    for key, (colour, marker, name) in LINES.items():
        points = [row for row in rows if (row["judge"], row["design"], row["estimator"]) == key]
        budgets, errors = ([row[field] for row in points] for field in ("budget", "rmse"))
        axes.plot(budgets, errors, color=colour, marker=marker, markersize=5, label=name)
    axes.set_xticks(budgets)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("labels of each system")
    axes.set_ylabel("rmse of a system's score")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("simulated", help="the JSON output of experiment simulate-labels")
    report = json.loads(Path(parser.parse_args().simulated).read_text("utf-8"))
    save_figure(draw(report["rows"]), OUTPUT, salt="labels-saved")


if __name__ == "__main__":
    main()
