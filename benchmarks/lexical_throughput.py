"""Measure the throughput of the lexical judge on one core, over a folder in the Lite-Pyramid
authors' layout.

Prints summaries and (summary, unit) pairs per second, repeats included and reading excluded. The
first pass is reported separately from later ones, which find word stems in a cache. To compare
machines, the time is also divided by that of finding the words of the same summaries in the same
run.
"""

import statistics
from pathlib import Path

from measuring import (
    REALSUMM,
    make_parser,
    measure_seconds,
    print_results,
    read_groups,
    use_one_core,
    use_one_thread,
)

use_one_thread()

from sacrerouge_litepyramid.core.words import words_by_sentence  # noqa: E402
from sacrerouge_litepyramid.judges.lexical import LexicalJudge  # noqa: E402

REPEATS = 5


def measure(folder: Path) -> dict[str, float]:
    """Measure the throughput over all systems of a folder; later passes count by their median."""
    groups = read_groups(folder)
    model = LexicalJudge()
    first = measure_seconds(lambda: model.predict(groups))
    later = statistics.median(
        measure_seconds(lambda: model.predict(groups)) for _ in range(REPEATS)
    )
    words = statistics.median(
        measure_seconds(lambda: [words_by_sentence(group.summary) for group in groups])
        for _ in range(REPEATS)
    )
    pairs = sum(len(group.units) for group in groups)
    return {
        "summaries": len(groups),
        "pairs": pairs,
        "first_pass_pairs_per_second": round(pairs / first),
        "pairs_per_second": round(pairs / later),
        "summaries_per_second": round(len(groups) / later),
        "times_finding_the_words": round(later / words, 2),
    }


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--data", type=Path, default=REALSUMM)
    parser.add_argument("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    use_one_core()
    print_results(measure(args.data), args.json)


if __name__ == "__main__":
    main()
