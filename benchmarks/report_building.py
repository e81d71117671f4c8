"""Measure the CPU time of the command `report` over made-up summaries: the sample's sentences with
exchanged words.

The evaluation has human scores, labels of all units, documents, and scores and evidence of one
metric in two measures.
"""

import contextlib
import io
import resource
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from measuring import make_parser, print_results, use_one_thread

use_one_thread()

import numpy as np  # noqa: E402

from sacrerouge_litepyramid.__main__ import main as run_command  # noqa: E402
from sacrerouge_litepyramid.core.texts import sentences_of  # noqa: E402
from sacrerouge_litepyramid.io.evaluation_folder import REPORT  # noqa: E402
from sacrerouge_litepyramid.io.files import write_json, write_json_lines  # noqa: E402
from sacrerouge_litepyramid.io.summaries import read_summaries  # noqa: E402
from sacrerouge_litepyramid.io.units import read_units  # noqa: E402
from sacrerouge_litepyramid.judges.lexical import LexicalWeights  # noqa: E402
from sacrerouge_litepyramid.verdict.demo import SAMPLE  # noqa: E402

#: the share of a made-up sentence's words that are exchanged, so that no two documents have the
#: same units
EXCHANGED_SHARE = 0.25
SENTENCES_PER_SUMMARY = 3
UNITS_PER_DOCUMENT = 10
METRIC = "lite2pyramid"


class Sentences(NamedTuple):
    """The sample's sentences, as words: those of summaries and references, and those of units."""

    texts: list[list[str]]
    units: list[list[str]]

    def draw(self, pool: str, generator: np.random.Generator) -> str:
        """Return a sentence of the pool, texts or units, with a share of its words exchanged for
        others of the pool.
        """
        sentences = getattr(self, pool)
        words = list(sentences[generator.integers(len(sentences))])
        for place in np.flatnonzero(generator.random(len(words)) < EXCHANGED_SHARE):
            other = sentences[generator.integers(len(sentences))]
            words[place] = other[generator.integers(len(other))]
        return " ".join(words)


def read_sentences() -> Sentences:
    """Read the sample's sentences."""
    summaries = read_summaries(SAMPLE / "summaries.jsonl")
    texts = [
        text
        for summary in summaries
        for whole in (summary.text, *summary.references)
        for text in sentences_of(whole)
    ]
    units = [
        unit.text for item in read_units(SAMPLE / "scus.jsonl").values() for unit in item.units
    ]
    return Sentences(
        *([text.split() for text in dict.fromkeys(pool) if text] for pool in (texts, units))
    )


def write_folder(folder: Path, systems: int, documents: int, seed: int) -> None:
    """Write an evaluation folder.

    Each system's labels and probabilities have a mean of their own.
    """
    generator, sentences = np.random.default_rng(seed), read_sentences()
    lines: dict[str, list[dict[str, Any]]] = {
        name: [] for name in ("scus", "summaries", "labels", "scores", "evidence")
    }
    for document in range(documents):
        name = f"document-{document}"
        reference, source = (
            " ".join(sentences.draw("texts", generator) for _ in range(count)) for count in (3, 9)
        )
        texts = {"references": [{"text": reference}], "documents": [{"text": source}]}
        units = [{"text": sentences.draw("units", generator)} for _ in range(UNITS_PER_DOCUMENT)]
        lines["scus"].append({"instance_id": name, "units": units})
        easiness = generator.normal(0, 0.1)
        for system, strength in enumerate(np.linspace(0.3, 0.6, systems)):
            key = {"instance_id": name, "summarizer_id": f"system-{system}"}
            text = " ".join(
                sentences.draw("texts", generator) for _ in range(SENTENCES_PER_SUMMARY)
            )
            labels = (
                generator.random(UNITS_PER_DOCUMENT) < np.clip(strength + easiness, 0.05, 0.95)
            ).astype(int)
            values = np.clip(
                0.6 * labels + generator.normal(0.2, 0.15, UNITS_PER_DOCUMENT), 0.01, 0.99
            )
            scores = {"p2c": float(values.mean()), "l2c": float((values >= 0.5).mean())}
            judged = [
                {**unit, "p2c": float(value)} for unit, value in zip(units, values, strict=True)
            ]
            lines["summaries"].append(
                {**key, "summarizer_type": "peer", "summary": {"text": text}, **texts}
            )
            lines["labels"].append({**key, "labels": labels.tolist()})
            lines["scores"].append({**key, "summarizer_type": "peer", "metrics": {METRIC: scores}})
            lines["evidence"].append(
                {**key, "metric": METRIC, "summary": text, "scores": scores, "units": judged}
            )
    for name, rows in lines.items():
        write_json_lines(folder / f"{name}.jsonl", rows)
    judge = {"type": "lexical", "revision": LexicalWeights.load().revision}
    signature = {"metric": METRIC, "version": "0", "judge": judge}
    text = f"{METRIC}|version:0|judge.type:lexical|judge.revision:{judge['revision']}"
    write_json(folder / "scores.jsonl.signature.json", [{"text": text, **signature}])


def measure(folder: Path) -> dict[str, Any]:
    """Return the CPU seconds of a report, the size of its page and the peak memory."""
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        if run_command(["report", str(folder)]):
            raise SystemExit("the report failed")
    return {
        "cpu_seconds": round(time.process_time() - start, 1),
        "page_mebibytes": round((folder / REPORT).stat().st_size / 2**20, 1),
        "memory_mebibytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--systems", type=int, default=25)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        write_folder(Path(name), args.systems, args.documents, args.seed)
        print_results(measure(Path(name)), args.json)


if __name__ == "__main__":
    main()
