"""Measure the throughput of the default extractor on one core, over a folder in the Lite-Pyramid
authors' layout.

References have three sentences and are repeated as needed. `times parsing` is the time divided by
that of parsing the same sentences in the same run, which no extractor over this parser can
undercut. `scoring times stus` is the CPU time of scoring the folder's summaries by clauses divided
by that of scoring them by STUs, both with the lexical judge.
"""

import itertools
import time
from collections.abc import Sequence
from pathlib import Path

from measuring import REALSUMM, make_parser, measure_seconds, print_results, use_one_thread

use_one_thread()

from sacrerouge_litepyramid.core.texts import flatten, sentences_of  # noqa: E402
from sacrerouge_litepyramid.extraction.clauses import ClauseExtractor  # noqa: E402
from sacrerouge_litepyramid.extraction.extractor import (  # noqa: E402
    UnitExtractor,
    extract_units,
)
from sacrerouge_litepyramid.extraction.trees import DependencyParser  # noqa: E402
from sacrerouge_litepyramid.io.files import read_text  # noqa: E402
from sacrerouge_litepyramid.io.line_aligned import read_line_aligned  # noqa: E402
from sacrerouge_litepyramid.judges.lexical import LexicalJudge  # noqa: E402
from sacrerouge_litepyramid.registry import build  # noqa: E402
from sacrerouge_litepyramid.scoring import judge_summaries  # noqa: E402


def build_references(path: Path, count: int) -> list[list[str]]:
    """Return ``count`` references of three sentences each, which follow each other in the file."""
    sentences = [
        sentence for line in read_text(path).splitlines() for sentence in sentences_of(line)
    ]
    endless = itertools.cycle(sentences)
    return [list(itertools.islice(endless, 3)) for _ in range(count)]


def measure_extraction(path: Path, count: int) -> dict[str, float]:
    references = build_references(path, count)
    extractor, parser = ClauseExtractor(), DependencyParser()
    extractor.extract(references[:10])
    list(parser.parse(references[0]))
    parsing = measure_seconds(lambda: list(parser.parse(itertools.chain.from_iterable(references))))
    extracting = measure_seconds(lambda: extractor.extract(references))
    return {
        "references": count,
        "seconds": round(extracting, 2),
        "references_per_second": round(count / extracting),
        "times_parsing": round(extracting / parsing, 2),
    }


def measure_scoring(folder: Path, rounds: int) -> dict[str, float]:
    """Return the CPU seconds of scoring by clauses, and their ratio to those by STUs, each the
    least of the rounds.
    """
    data = read_line_aligned(folder)
    references = {item.instance_id: item.references for item in data.summaries}
    items = {}
    for name in ("clauses", "dependency"):
        units = extract_units(build(UnitExtractor, name), references).units
        items[name] = [(flatten(item.text), units[item.instance_id]) for item in data.summaries]
    seconds = {name: min(_measure_cpu(items[name]) for _ in range(rounds)) for name in items}
    return {
        "scored_summaries": len(data.summaries),
        "scoring_cpu_seconds": round(seconds["clauses"], 2),
        "scoring_times_stus": round(seconds["clauses"] / seconds["dependency"], 2),
    }


def _measure_cpu(items: Sequence[tuple[str, Sequence]]) -> float:
    judge = LexicalJudge()
    start = time.process_time()
    judge_summaries(judge, items)
    return time.process_time() - start


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--data", type=Path, default=REALSUMM, help="A folder in the authors' layout"
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    results = measure_extraction(args.data / "references.txt", args.count) | measure_scoring(
        args.data, args.rounds
    )
    print_results(results, args.json)


if __name__ == "__main__":
    main()
