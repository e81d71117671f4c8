"""Compare an extractor's units with released STUs by the stemmed ROUGE-1 F1 of their best matches,
in both directions.

Precision is the mean over extracted units, recall over released ones, and F their mean, all
averaged over references; equal units are the released ones that were extracted word for word. The
files are the Lite-Pyramid authors': one reference a line, and its units in the same line, separated
by tabs.
"""

from collections.abc import Sequence
from pathlib import Path

from measuring import make_parser, print_results

from sacrerouge_litepyramid.core.rouge import rouge1_f1
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.registry import build


def average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def match_units(units: Sequence[str], others: Sequence[str]) -> float:
    """Return the mean over units of the F1 of the best match among the others; 0 without units."""
    return average(
        [max((rouge1_f1(unit, other) for other in others), default=0.0) for unit in units]
    )


def read_released(references: Path, stus: Path) -> tuple[list[str], list[list[str]]]:
    """Return the references, and the released units of each."""
    texts = read_text(references).removesuffix("\n").split("\n")
    lines = read_text(stus).removesuffix("\n").split("\n")
    if len(texts) != len(lines):
        raise ValueError(
            f"{stus}: {len(lines)} lines of units for {len(texts)} references; pass one for each"
        )
    return texts, [[unit for unit in line.split("\t") if unit.strip()] for line in lines]


def measure(
    extractor: UnitExtractor, references: Sequence[str], released: Sequence[Sequence[str]]
) -> dict[str, float]:
    extracted = [[unit.text for unit in units] for units in extractor.extract(references)]
    precision, recall, equal = [], [], []
    for ours, theirs in zip(extracted, released, strict=True):
        precision.append(match_units(ours, theirs))
        recall.append(match_units(theirs, ours))
        equal.append(average([unit in ours for unit in theirs]))
    means = {
        "units": average([len(units) for units in extracted]),
        "released_units": average([len(units) for units in released]),
        "precision": average(precision),
        "recall": average(recall),
        "F": (average(precision) + average(recall)) / 2,
        "equal_units": average(equal),
    }
    return {name: round(value, 4) for name, value in means.items()}


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--references", type=Path, required=True, help="One reference a line")
    parser.add_argument(
        "--stus",
        type=Path,
        required=True,
        help="The released units of each line, separated by tabs",
    )
    parser.add_argument(
        "--extractor", default="dependency", help="By name or as JSON (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    references, released = read_released(args.references, args.stus)
    print_results(measure(build(UnitExtractor, args.extractor), references, released), args.json)


if __name__ == "__main__":
    main()
