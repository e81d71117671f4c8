"""Measure how CPU time and memory of five commands grow with documents and with systems.

Each command runs in a process of its own over made-up summaries (those of report_building.py), at
1, 4 and 16 times the documents, then at 4 and 16 times the systems. `agreement`, `compare` and
`report` read the folder that `evaluate-table` wrote. A row has the seconds of CPU, user and system,
and the peak memory (Linux).
"""

import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from measuring import make_parser, use_one_thread

use_one_thread()

import report_building  # noqa: E402

from sacrerouge_litepyramid.io.files import read_json_lines  # noqa: E402

#: each command by its name, with the made-up files of a folder
COMMANDS = {
    "score-corpus": ("summaries.jsonl", "--units", "scus.jsonl", "--output", "corpus.jsonl"),
    "evaluate-table": ("table.csv", "--output-dir", "evaluated"),
    "agreement": ("evaluated",),
    "compare": ("evaluated",),
    "report": ("evaluated",),
}


class Row(NamedTuple):
    """The cost of a command."""

    command: str
    systems: int
    documents: int
    #: of CPU, user and system
    seconds: float
    mebibytes: int


def write_data(folder: Path, systems: int, documents: int, seed: int) -> None:
    """Write an evaluation folder, and its summaries as a table with mean labels as human scores."""
    report_building.write_folder(folder, systems, documents, seed)
    with (folder / "table.csv").open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(("doc_id", "model", "output", "reference", "human"))
        summaries = read_json_lines(folder / "summaries.jsonl")
        labels = read_json_lines(folder / "labels.jsonl")
        for (summary, _), (labelled, _) in zip(summaries, labels, strict=True):
            writer.writerow(
                (
                    summary["instance_id"],
                    summary["summarizer_id"],
                    summary["summary"]["text"],
                    summary["references"][0]["text"],
                    sum(labelled["labels"]) / len(labelled["labels"]),
                )
            )


def measure(systems: int, documents: int, seed: int) -> Iterator[Row]:
    """Yield the cost of each command over made-up data of this size."""
    with tempfile.TemporaryDirectory() as name:
        write_data(Path(name), systems, documents, seed)
        for command, arguments in COMMANDS.items():
            process = subprocess.Popen(
                [sys.executable, "-m", "sacrerouge_litepyramid", command, *arguments],
                cwd=name,
                env={**os.environ, "LITEPYRAMID_CACHE": f"{name}/cache"},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            _, status, usage = os.wait4(process.pid, 0)
            if status:
                raise SystemExit(f"{command} failed with {systems} systems, {documents} documents")
            seconds = usage.ru_utime + usage.ru_stime
            yield Row(command, systems, documents, round(seconds, 1), usage.ru_maxrss // 1024)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--systems", type=int, default=8, help="the smallest number")
    parser.add_argument("--documents", type=int, default=24, help="the smallest number")
    parser.add_argument("--times", type=int, nargs="+", default=[1, 4, 16])
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    sizes = [(args.systems, times * args.documents) for times in args.times]
    sizes += [(times * args.systems, args.documents) for times in args.times[1:]]
    print(f"{'command':16}{'systems':>8}{'documents':>10}{'CPU s':>8}{'MiB':>6}")
    for systems, documents in sizes:
        for row in measure(systems, documents, args.seed):
            print(
                f"{row.command:16}{row.systems:8}{row.documents:10}{row.seconds:8}{row.mebibytes:6}",
                flush=True,
            )


if __name__ == "__main__":
    main()
