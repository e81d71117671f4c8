"""Measure how the lexical judge's time grows with units, summary length and documents, on one core
and made-up texts.

Each row of the table doubles one size, and `ratio` is its time divided by that of the row before,
in the same run; a linear cost has a ratio of about 2. Word stems come from a cache, as in every run
of a process but the first.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from measuring import make_parser, measure_seconds, use_one_core, use_one_thread

use_one_thread()

import numpy as np  # noqa: E402

from sacrerouge_litepyramid.core.pairs import Group  # noqa: E402
from sacrerouge_litepyramid.judges.lexical import LexicalJudge  # noqa: E402

WORDS_PER_UNIT = 8
WORDS_PER_SENTENCE = 20
#: the number of different words; the first ones are drawn more often
VOCABULARY = 20_000


class Size(NamedTuple):
    """The size of made-up data: each document has its own units and one summary of ``words``."""

    units: int
    words: int
    documents: int


class Row(NamedTuple):
    """A measured size.

    ``ratio``: its seconds divided by those of half the size, NaN for the first row.
    """

    by: str
    size: int
    seconds: float
    ratio: float


def measure(doublings: int, divisor: int) -> list[Row]:
    """Double the units, the words and the documents in turn.

    ``divisor`` divides the smallest sizes.
    """
    model = LexicalJudge()
    starts = {"units": Size(625, 60, 1), "words": Size(20, 625, 1), "documents": Size(20, 60, 50)}
    rows = []
    for by, start in starts.items():
        before = float("nan")
        for doubling in range(doublings + 1):
            size = start._replace(**{by: getattr(start, by) // divisor << doubling})
            groups = make_groups(size)
            model.predict(groups[:1])
            seconds = measure_seconds(lambda groups=groups: model.predict(groups))
            rows.append(Row(by, getattr(size, by), seconds, seconds / before))
            before = seconds
    return rows


def make_groups(size: Size) -> list[Group]:
    """Return made-up summaries with units; the same size gives the same texts."""
    draw = np.random.default_rng(0)
    groups = []
    for _ in range(size.documents):
        units = tuple(_draw_sentence(draw, WORDS_PER_UNIT) for _ in range(size.units))
        sentences = (
            _draw_sentence(draw, WORDS_PER_SENTENCE)
            for _ in range(-(-size.words // WORDS_PER_SENTENCE))
        )
        groups.append(Group(" ".join(sentences), units))
    return groups


def _draw_sentence(draw: np.random.Generator, words: int) -> str:
    numbers = (VOCABULARY ** draw.random(words)).astype(int)
    return " ".join(map(_spell_word, numbers)).capitalize() + "."


def _spell_word(number: int) -> str:
    """Return the word of a number, its digits as letters."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return "w" + "".join(letters[int(digit)] for digit in str(number))


def as_table(rows: Sequence[Row]) -> str:
    lines = [f"{'by':<10}{'size':>9}{'seconds':>10}{'ratio':>8}"]
    for row in rows:
        ratio = "" if np.isnan(row.ratio) else f"{row.ratio:.2f}"
        lines.append(f"{row.by:<10}{row.size:>9,}{row.seconds:>10.3f}{ratio:>8}")
    return "\n".join(lines)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--doublings",
        type=int,
        default=4,
        help="How often each size doubles (default: %(default)s)",
    )
    parser.add_argument(
        "--divisor", type=int, default=1, help="Divide all sizes (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="Print one JSON object per row")
    args = parser.parse_args()
    use_one_core()
    rows = measure(args.doublings, args.divisor)
    print("\n".join(json.dumps(row._asdict()) for row in rows) if args.json else as_table(rows))


if __name__ == "__main__":
    main()
