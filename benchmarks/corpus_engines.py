"""Measure the two engines of `score-corpus` on made-up summaries: speed, peak memory, and equal
scores.

Prints a row for each size and engine. `pairs/s` counts from the command's start to its end,
`scoring pairs/s` from the first finished batch to the end, without the start of Ray. With `--units
0` nothing is judged: `summaries/s` is the limit that reading, parsing, scheduling and writing set.
Memory is sampled private memory (Linux's RssAnon), the largest sum over the processes of a kind;
`shared` is Ray's store of blocks (RssShmem of its raylet).
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measuring import make_parser

WORDS_PER_UNIT = 8
WORDS_PER_SUMMARY = 60
VOCABULARY = 20_000
SYSTEMS = 25
SECONDS_BETWEEN_SAMPLES = 0.5
KIB_PER_MIB = 2**10


class Row(NamedTuple):
    """A measured run; ``memory``: MiB by kind of process."""

    engine: str
    summaries: int
    seconds: float
    scoring_seconds: float
    pairs: int
    memory: dict[str, float]


def measure(
    sizes: Sequence[int], units: int, batch_size: int, concurrency: int, folder: Path
) -> list[Row]:
    """Run both engines on a corpus of each size; raise ValueError if their scores differ."""
    rows = []
    for size in sizes:
        corpus = folder / f"corpus-{size}.jsonl"
        make_corpus(corpus, size, units)
        outputs = {engine: folder / f"{engine}-{size}.parquet" for engine in ("local", "ray")}
        for engine, output in outputs.items():
            settings = {"type": engine, **({"concurrency": concurrency} if engine == "ray" else {})}
            options = ["--batch-size", str(batch_size), "--engine", json.dumps(settings)]
            rows.append(measure_run(engine, size, size * units, corpus, output, options))
        check_equal(*outputs.values())
    return rows


def make_corpus(path: Path, summaries: int, units: int) -> None:
    """Write summaries of 25 systems.

    Those of an instance share its units, and each repeats up to four of them.
    """
    generator = np.random.default_rng(summaries)
    words = np.array([f"w{index}{'abcdefgh'[index % 8]}" for index in range(VOCABULARY)])

    def draw(count: int) -> list[str]:
        ranks = np.minimum(generator.zipf(1.3, count), VOCABULARY) - 1
        return list(words[ranks])

    with path.open("w") as out:
        for index in range(summaries):
            if index % SYSTEMS == 0:
                facts = [" ".join(draw(WORDS_PER_UNIT)) for _ in range(units)]
            text = (
                ". ".join([" ".join(draw(WORDS_PER_SUMMARY // 2)), *facts[: index % SYSTEMS // 5]])
                + "."
            )
            names = {"instance_id": f"i{index // SYSTEMS}", "summarizer_id": f"s{index % SYSTEMS}"}
            out.write(json.dumps({**names, "summary": text, "units": facts}) + "\n")


def measure_run(
    engine: str, size: int, pairs: int, corpus: Path, output: Path, options: Sequence[str]
) -> Row:
    """Run the command, and sample the memory of its processes until it ends."""
    words = ["score-corpus", str(corpus), "--output", str(output), *options]
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "sacrerouge_litepyramid", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    peaks: dict[str, float] = defaultdict(float)
    first_batch = None
    written = output.with_name(f".part-0-{output.name}")
    while process.poll() is None:
        for kind, used in sample_memory(process.pid).items():
            peaks[kind] = max(peaks[kind], used)
        if first_batch is None and written.exists() and written.stat().st_size:
            first_batch = time.monotonic()
        time.sleep(SECONDS_BETWEEN_SAMPLES)
    end = time.monotonic()
    if process.returncode:
        raise RuntimeError(
            "the command failed: "
            f"{process.stderr.read().decode()[-2000:] if process.stderr else ''}"
        )
    return Row(engine, size, end - start, end - (first_batch or start), pairs, dict(peaks))


def sample_memory(driver: int) -> dict[str, float]:
    """Return the MiB that the driver, Ray's workers and readers, and the rest of Ray use now."""
    used: dict[str, float] = defaultdict(float)
    for path in Path("/proc").glob("[0-9]*"):
        try:
            status = dict(
                line.split(":", 1)
                for line in (path / "status").read_text().splitlines()
                if ":" in line
            )
            command = (path / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
        kind = classify_process(int(path.name), command, driver)
        if kind and "RssAnon" in status:
            used[kind] += int(status["RssAnon"].split()[0]) / KIB_PER_MIB
            if kind == "rest of Ray":
                used["shared"] = max(
                    used["shared"], int(status["RssShmem"].split()[0]) / KIB_PER_MIB
                )
    return used


def classify_process(process: int, command: str, driver: int) -> str:
    """Return the kind of a process, "" if it is not part of the run.

    No other Ray may run on the machine.
    """
    if process == driver:
        return "driver"
    if command.startswith("ray::MapWorker"):
        return "workers"
    if command.startswith("ray::Read"):
        return "readers"
    return "rest of Ray" if command.startswith("ray::") or "/ray/" in command else ""


def check_equal(one: Path, other: Path) -> None:
    """Raise ValueError unless two outputs have the same rows in the same order, bit by bit, and the
    same signatures.
    """
    from pyarrow import parquet

    signatures = [Path(f"{path}.signature.json").read_text() for path in (one, other)]
    # Unlike Arrow, pandas counts NaN in the same place as equal.
    tables = [parquet.read_table(path).to_pandas() for path in (one, other)]
    if not tables[0].equals(tables[1]) or signatures[0] != signatures[1]:
        raise ValueError(f"the scores in {one} and {other} differ")


def as_json(row: Row) -> dict[str, Any]:
    """Return a row with its rates, JSON-ready."""
    return {
        **row._asdict(),
        "pairs_per_second": row.pairs / row.seconds,
        "scoring_pairs_per_second": row.pairs / row.scoring_seconds,
        "summaries_per_second": row.summaries / row.scoring_seconds,
    }


def print_table(rows: Sequence[Row]) -> None:
    """Print the rows as a table."""
    rates = f"{'pairs/s':>9}{'scoring pairs/s':>17}{'summaries/s':>13}"
    print(f"{'engine':<8}{'summaries':>10}{'seconds':>9}{rates}  peak MiB")
    for row in rows:
        data = as_json(row)
        memory = ", ".join(f"{kind} {used:.0f}" for kind, used in sorted(row.memory.items()))
        print(
            f"{row.engine:<8}{row.summaries:>10,}{row.seconds:>9.1f}{data['pairs_per_second']:>9,.0f}"
            f"{data['scoring_pairs_per_second']:>17,.0f}{data['summaries_per_second']:>13,.0f}  "
            f"{memory}"
        )
    print("the scores of the engines are equal to the bit")


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--summaries", type=int, nargs="+", default=[20_000, 200_000])
    parser.add_argument("--units", type=int, default=10, help="units per instance")
    parser.add_argument("--batch-size", type=int, default=1000)
    parser.add_argument(
        "--concurrency", type=int, default=os.cpu_count() or 1, help="workers of Ray"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per run")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(args.summaries, args.units, args.batch_size, args.concurrency, Path(folder))
    if args.json:
        for row in rows:
            print(json.dumps(as_json(row)))
    else:
        print_table(rows)


if __name__ == "__main__":
    main()
