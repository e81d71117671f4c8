"""`setup-dataset litepyramid-tac`: TAC 2008 and 2009 update summarization, as SacreROUGE converts it, in this plugin's
formats.

NIST alone gives out the texts and judgements; nothing is downloaded here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.corpora.tac_join import Joined, Peer, join
from sacrerouge_litepyramid.io.files import describe, read_json_lines, required, write_json, write_json_lines
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries, summary_to_json
from sacrerouge_litepyramid.io.units import read_instance_pyramids, read_peer_annotations, write_units

OFFICIAL = "modified_pyramid_score"
RECALL = "litepyramid_recall"
SETS = {"A": "A", "B": "B", "AB": "A-B"}
PROTECTED = "scrapes/tac.nist.gov/protected/past-aquaint2"
AGREEMENT = "https://tac.nist.gov/data/"


@dataclass(frozen=True)
class Track:
    """A year's update summarization track: its topics, each in a set A and a set B, and its judged systems."""

    year: int
    topics: int
    systems: int
    nist_files: tuple[str, ...]

    @property
    def prefix(self) -> str:
        """The beginning of the year's topic names, which are D0801 to D0848 and D0901 to D0944."""
        return f"d{self.year % 100:02}"


TRACKS = {
    2008: Track(
        2008,
        topics=48,
        systems=58,
        nist_files=(
            f"{PROTECTED}/2008/UpdateSumm08_eval.tar.gz",
            f"{PROTECTED}/2008/UpdateSumm08_test_topics.xml.txt",
            "from-nist/TAC2008_Summarization_Documents.tgz",
        ),
    ),
    2009: Track(
        2009,
        topics=44,
        systems=55,
        nist_files=(
            f"{PROTECTED}/2009/UpdateSumm09_eval.tar.gz",
            f"{PROTECTED}/2009/AESOP09_eval.tar.gz",
            f"{PROTECTED}/2009/UpdateSumm09_test_topics.xml.txt",
            "from-nist/TAC2009_Summarization_Documents.tgz",
        ),
    ),
}


def setup(source: Path, output: Path, year: int, sets: str = "AB") -> dict[str, Any]:
    """Write a year's files to ``output`` from SacreROUGE's files in ``source``; return the counts.

    ``sets``: A (initial summaries), B (updates) or AB. Everything is read and checked before the first file is written.
    Raises ValueError for a missing file, with how to get it, and for files of another year.
    """
    if sets not in SETS:
        raise ValueError(f"sets must be one of {', '.join(SETS)}, not {sets!r}")
    track = TRACKS[year]
    summaries_file, pyramids_file, annotations_file, metrics_file = locate(source, track, sets)
    summaries = read_summaries(summaries_file)
    _check_year(summaries, track)
    data = join(
        summaries,
        read_instance_pyramids(pyramids_file),
        read_peer_annotations(annotations_file),
        read_official(metrics_file),
    )
    if not data.peers:
        raise ValueError(f"{summaries_file}: no summary of a peer that people judged; counted: {data.irregular}")
    folds = make_folds(data.peers)
    write(output, data, folds)
    return {
        **_counts(data),
        "published": {"instances": track.topics * len(sets), "systems": track.systems},
        "irregular": data.irregular,
    }


def locate(source: Path, track: Track, sets: str) -> list[Path]:
    """Return the paths of SacreROUGE's summaries, Pyramids, annotations and metrics; ValueError if one is missing."""
    names = ("summaries", "pyramids", "pyramid-annotations", "metrics")
    paths = [source / f"task1.{SETS[sets]}.{name}.jsonl" for name in names]
    for path in paths:
        if not path.is_file():
            raise ValueError(
                f"{path}: no such file; `sacrerouge-litepyramid setup-dataset tac{track.year} NIST {source}` writes "
                f"it, where the folder NIST holds {', '.join(track.nist_files)}, which NIST gives to those who sign "
                f"its agreement: {AGREEMENT}"
            )
    return paths


def read_official(path: Path) -> dict[SummaryKey, float]:
    """Read NIST's modified Pyramid score by instance and peer from SacreROUGE's metrics.jsonl."""
    scores = {}
    for line in read_json_lines(path):
        value = required(line, "metrics", dict).get(OFFICIAL)
        if required(line, "summarizer_type", str) == "peer" and value is not None:
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise ValueError(f"{describe(line)}: the metric {OFFICIAL!r} must be a number, not {value!r}")
            key = SummaryKey(required(line, "instance_id", str), required(line, "summarizer_id", str))
            scores[key] = float(value)
    return scores


def make_folds(peers: Sequence[Peer]) -> dict[str, Any]:
    """Return seeded folds; the sets A and B of a topic, which share its story, are in one fold."""
    names = sorted({peer.summary.instance_id for peer in peers})
    by_topics = draw_folds(sorted({_topic(name) for name in names}))
    return {
        "by_examples": [[name for name in names if _topic(name) in topics] for topics in by_topics],
        "by_examples_source": "seeded, seed 0, by topics",
        "by_systems": draw_folds(sorted({peer.summary.summarizer_id for peer in peers})),
        "by_systems_source": "seeded, seed 0",
    }


def write(output: Path, data: Joined, folds: dict[str, Any]) -> None:
    """Write summaries, units, judge, people's scores and folds."""
    write_json_lines(output / "summaries.jsonl", (summary_to_json(peer.summary) for peer in data.peers))
    write_units(output / "scus.jsonl", ((name, pyramid.units) for name, pyramid in data.pyramids.items()))
    write_json_lines(output / "labels.jsonl", _labels(data.peers))
    write_json_lines(output / "metrics.jsonl", (_metrics(peer) for peer in data.peers))
    write_json(output / "folds.json", folds)


def _labels(peers: Sequence[Peer]) -> Iterator[dict[str, Any]]:
    for peer in peers:
        if peer.labels is not None:
            yield {**_names(peer.summary), "labels": list(peer.labels)}


def _metrics(peer: Peer) -> dict[str, Any]:
    scores = {OFFICIAL: peer.official, RECALL: peer.recall}
    known = {name: score for name, score in scores.items() if score is not None}
    return {**_names(peer.summary), "summarizer_type": "peer", "metrics": known}


def _names(summary: Summary) -> dict[str, str]:
    return {"instance_id": summary.instance_id, "summarizer_id": summary.summarizer_id}


def _counts(data: Joined) -> dict[str, int]:
    labelled = [peer.labels for peer in data.peers if peer.labels is not None]
    return {
        "instances": len(data.pyramids),
        "systems": len({peer.summary.summarizer_id for peer in data.peers}),
        "summaries": len(data.peers),
        "judged_summaries": len(labelled),
        "scus": sum(len(pyramid.units) for pyramid in data.pyramids.values()),
        "judgements": sum(map(len, labelled)),
        "present": sum(map(sum, labelled)),
    }


def _check_year(summaries: Sequence[Summary], track: Track) -> None:
    for summary in summaries:
        if not summary.instance_id.startswith(track.prefix):
            raise ValueError(
                f"{summary.where}, instance {summary.instance_id!r}: not of TAC {track.year}, whose instances begin "
                f"with {track.prefix!r}; give the --year of the files, or the folder of that year"
            )


def _topic(instance_id: str) -> str:
    return instance_id.rsplit("-", 1)[0]
