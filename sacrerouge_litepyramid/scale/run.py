"""What every engine returns, and what it writes beside the scores."""

from collections.abc import Iterable
from typing import NamedTuple

from sacrerouge_litepyramid.scale.counts import Counts
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.storage.files import sha256


class CorpusRun(NamedTuple):
    """The counts of a run, the number of its batches, how many an earlier run had scored, and the signature."""

    counts: Counts
    batches: int
    found: int
    signature: Signature


def sign_corpus(maker: Signature, counts: Counts, digests: Iterable[str]) -> Signature:
    """Return the signature of a corpus's scores: what made them, and the digests of the batches in their order.

    Raises ValueError for a corpus without any summary.
    """
    if not counts.summaries:
        raise ValueError("the input files hold no summary; each line must be one JSON object")
    combined = sha256("".join(digests).encode())[:16]
    corpus = {"summaries": counts.summaries, "sha256": combined}
    return {**maker, "units": dict(sorted(counts.units.items())), "corpus": corpus}
