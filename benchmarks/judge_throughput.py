"""Measure pairs per second of the judges lexical, embedding and nli on the same REALSumm pairs in
one run.

The nli model has the size of RoBERTa-base and random weights, which take as long as trained ones;
it judges only the first pairs. Each judge first judges a few groups as a warm-up.
"""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import nli_throughput
from measuring import REALSUMM, make_parser, measure_seconds, read_groups

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.judges.embedding import EmbeddingJudge
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.statistics.tables import render_table

WARM_UP_GROUPS = 20
VOCABULARY = 8000


def measure(groups: Sequence[Group], nli_pairs: int, size: str) -> dict[str, dict[str, float]]:
    """Return, for each judge, its pairs, seconds, pairs per second, and the seconds that all pairs
    would take.
    """
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        nli_throughput.save_random_model(Path(folder), size, groups, VOCABULARY)
        judges: dict[str, tuple[Judge, Sequence[Group]]] = {
            "lexical": (LexicalJudge(), groups),
            "embedding": (EmbeddingJudge(), groups),
            f"nli {size}": (
                NliJudge(folder, precision="fp32"),
                nli_throughput.take_groups(groups, nli_pairs),
            ),
        }
        for name, (judge, judged) in judges.items():
            judge.predict(groups[-WARM_UP_GROUPS:])
            seconds = measure_seconds(lambda judge=judge, judged=judged: judge.predict(judged))
            pairs, all_pairs = (
                sum(len(group.units) for group in part) for part in (judged, groups)
            )
            rate = pairs / seconds
            results[name] = {
                "pairs": pairs,
                "seconds": seconds,
                "pairs_per_second": rate,
                "all": all_pairs / rate,
            }
    return results


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--data", type=Path, default=REALSUMM)
    parser.add_argument(
        "--nli-pairs", type=int, default=300, help="The number of pairs that the nli model judges"
    )
    parser.add_argument(
        "--size", choices=nli_throughput.SIZES, default="base", help="Size of the nli model"
    )
    parser.add_argument("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    results = measure(read_groups(args.data), args.nli_pairs, args.size)
    if args.json:
        print(json.dumps(results))
        return
    slowest = min(result["pairs_per_second"] for result in results.values())
    rows = []
    for name, row in results.items():
        rate = row["pairs_per_second"]
        rows.append(
            [
                name,
                *(f"{number:,.0f}" for number in (row["pairs"], rate, rate / slowest, row["all"])),
            ]
        )
    print(render_table(["judge", "pairs", "pairs/s", "ratio", "seconds for all"], rows))


if __name__ == "__main__":
    main()
