"""TAC 2008 and 2009 update summarization, as SacreROUGE converts it, in this package's formats.

NIST alone gives out the texts and annotations; nothing is downloaded here.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.corpora.data_set import FILES, DataSet
from sacrerouge_litepyramid.corpora.tac_join import IRREGULARITIES, Joined, Peer, join
from sacrerouge_litepyramid.io.files import describe, read_json_lines, required, write_json, write_json_lines
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey, parse_key, write_metrics
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries, summary_to_json
from sacrerouge_litepyramid.io.units import read_instance_pyramids, read_peer_annotations, write_units

OFFICIAL = "modified_pyramid_score"
SETS = {"A": "A", "B": "B", "AB": "A-B"}
PROTECTED = "scrapes/tac.nist.gov/protected/past-aquaint2"
AGREEMENT = "https://tac.nist.gov/data/"


@dataclass(frozen=True)
class Track:
    """A year's update summarization track: its topics, each in a set A and a set B, and its annotated systems."""

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


@DataSet.register("litepyramid-tac")
class Tac(DataSet):
    description = "Setup TAC 2008 or 2009 from what setup-dataset tac2008 or tac2009 wrote (needs NIST's files)"
    example = "data/tac2008-sacrerouge data/tac2008 --year 2008"
    files = (*FILES, "folds.json")

    def setup(  # type: ignore[override]
        self,
        output: Path,
        input_dir: Annotated[Path, Files(("task1.*.jsonl",))],
        *,
        year: Literal[2008, 2009],
        set: Literal["A", "B", "AB"] = "AB",
    ) -> dict[str, Any]:
        """Write a year's files from SacreROUGE's; irregularities of NIST's files are printed to standard error.

        Raises ValueError for a missing file, with how to get it, and for files of another year.

        Args:
            input_dir: the folder that setup-dataset tac2008|tac2009 wrote.
            year: the year of the files.
            set: A: initial summaries, B: updates.
        """
        track = TRACKS[year]
        data = read(input_dir, track, set)
        folds = make_folds(data.peers)
        _write(output, data, folds)
        for name, number in data.irregular.items():
            if number:
                print(f"{name} {number}: {IRREGULARITIES[name]}", file=sys.stderr)
        return {
            "dataset": f"TAC{year}",
            "set": set,
            **_counts(data),
            "published": {"instances": track.topics * len(set), "systems": track.systems},
            "irregular": data.irregular,
        }


def read(source: Path, track: Track, sets: str) -> Joined:
    """Read and join SacreROUGE's files of a year's sets."""
    summaries_file, pyramids_file, annotations_file, metrics_file = locate(source, track, sets)
    summaries = read_summaries(summaries_file)
    _check_year(summaries, track)
    pyramids, annotations = read_instance_pyramids(pyramids_file), read_peer_annotations(annotations_file)
    data = join(summaries, pyramids, annotations, read_official(metrics_file))
    if not data.peers:
        raise ValueError(f"{summaries_file}: no summary of an annotated peer; counted: {data.irregular}")
    return data


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
            key = parse_key(line)
            scores[key] = float(value)
    return scores


def make_folds(peers: Sequence[Peer]) -> dict[str, Any]:
    """Return seeded folds; the sets A and B of a topic, which share its story, are in one fold."""
    names = sorted({peer.summary.instance_id for peer in peers})
    by_topics = draw_folds(sorted({_topic(name) for name in names}))
    return {
        "by_documents": [[name for name in names if _topic(name) in topics] for topics in by_topics],
        "by_documents_source": "seeded, seed 0, by topics",
        "by_systems": draw_folds(sorted({peer.summary.summarizer_id for peer in peers})),
        "by_systems_source": "seeded, seed 0",
    }


def _write(output: Path, data: Joined, folds: dict[str, Any]) -> None:
    write_json_lines(output / "summaries.jsonl", (summary_to_json(peer.summary) for peer in data.peers))
    write_units(output / "scus.jsonl", ((name, pyramid.units) for name, pyramid in data.pyramids.items()))
    write_labels(
        output / "labels.jsonl", ((peer.summary.key, peer.labels) for peer in data.peers if peer.labels is not None)
    )
    write_metrics(output / "metrics.jsonl", ((peer.summary.key, _scores(peer)) for peer in data.peers))
    write_json(output / "folds.json", folds)


def _scores(peer: Peer) -> dict[str, float]:
    scores = {OFFICIAL: peer.official, HUMAN_METRIC: peer.recall}
    return {name: score for name, score in scores.items() if score is not None}


def _counts(data: Joined) -> dict[str, int]:
    labelled = [peer.labels for peer in data.peers if peer.labels is not None]
    return {
        "instances": len(data.pyramids),
        "systems": len({peer.summary.summarizer_id for peer in data.peers}),
        "summaries": len(data.peers),
        "labelled_summaries": len(labelled),
        "scus": sum(len(pyramid.units) for pyramid in data.pyramids.values()),
        "labels": sum(map(len, labelled)),
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
