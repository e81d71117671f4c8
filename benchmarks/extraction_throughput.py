"""Throughput of the embedded unit extractor on one core, over the references of a folder in the authors' layout.

References have three sentences and are repeated as needed. The time is also given as a multiple of the time of parsing
the same sentences in the same run, which is the lower bound of any extractor over this parser.
"""

import itertools
from pathlib import Path

from measuring import REALSUMM, make_parser, measure_seconds, print_results, use_one_thread

use_one_thread()

from sacrerouge_litepyramid.core.texts import sentences_of  # noqa: E402
from sacrerouge_litepyramid.extraction.dependency import DependencyExtractor  # noqa: E402
from sacrerouge_litepyramid.extraction.trees import DependencyParser  # noqa: E402
from sacrerouge_litepyramid.io.files import read_text  # noqa: E402


def build_references(path: Path, count: int) -> list[list[str]]:
    """Return ``count`` references of three sentences, made of the file's sentences in order."""
    sentences = [sentence for line in read_text(path).splitlines() for sentence in sentences_of(line)]
    endless = itertools.cycle(sentences)
    return [list(itertools.islice(endless, 3)) for _ in range(count)]


def measure(path: Path, count: int, coreference: bool) -> dict[str, float]:
    references = build_references(path, count)
    extractor, parser = DependencyExtractor(coreference=coreference), DependencyParser()
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


def main() -> None:
    parser = make_parser(__doc__)
    default = REALSUMM / "references.txt"
    parser.add_argument("--references", type=Path, default=default, help="A reference a line")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--coreference", action="store_true")
    parser.add_argument("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    print_results(measure(args.references, args.count, args.coreference), args.json)


if __name__ == "__main__":
    main()
