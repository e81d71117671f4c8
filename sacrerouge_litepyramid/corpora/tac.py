"""TAC 2008 and 2009 update summarization, from NIST's files as SacreROUGE converts them."""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.corpora.data_set import FILES, DataSet, ScoredSummary, write_data_set
from sacrerouge_litepyramid.io.files import read_json_lines, required, write_json
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.io.metrics import (
    HUMAN_METRIC,
    SummaryKey,
    parse_key,
    parse_metric_value,
)
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.io.units import (
    InstancePyramid,
    read_peer_annotations,
    read_pyramids,
)

logger = logging.getLogger(__name__)

OFFICIAL = "modified_pyramid_score"


class Joined(NamedTuple):
    """The data of a year's track, joined by instance and system."""

    # the annotated systems' summaries
    peers: list[ScoredSummary]
    # by instance
    pyramids: dict[str, InstancePyramid]


def join(
    summaries: Sequence[Summary],
    pyramids: Mapping[str, InstancePyramid],
    annotations: Mapping[SummaryKey, frozenset[int]],
    official: Mapping[SummaryKey, float],
) -> Joined:
    """Join by instance and system.

    Excluded are peers without any annotation or official score, which NIST did not choose, and
    instances without a Pyramid that has SCUs. The official score, ``modified_pyramid_score``, is
    Σ w y / the sum of the k largest weights, with k the mean number of SCUs of a reference; it may
    exceed 1.
    """
    annotated = {system for _, system in (*annotations, *official)}
    models = _collect_models(summaries)
    peers = []
    used = {}
    excluded = 0
    for summary in summaries:
        key = summary.key
        if summary.summarizer_type != "peer":
            continue
        pyramid = pyramids.get(key.instance_id)
        if key.summarizer_id not in annotated or pyramid is None or not pyramid.units:
            excluded += 1
            continue
        used[key.instance_id] = pyramid
        labels = _label_units(summary, pyramid, annotations.get(key))
        scores = {OFFICIAL: official[key]} if key in official else {}
        if labels:
            judged = LabelledSummary(*key, flatten(summary.text), pyramid.units, labels)
            scores[HUMAN_METRIC] = compute_human_score(judged)
        references = _order_references(pyramid, models.get(key.instance_id, {}))
        peers.append(ScoredSummary(summary._replace(references=references), labels, scores))
    if excluded:
        logger.warning(
            "excluded: %d summaries of systems that were not annotated, or of instances without "
            "SCUs",
            excluded,
        )
    return Joined(peers, dict(sorted(used.items())))


def _collect_models(summaries: Sequence[Summary]) -> dict[str, dict[str, Text]]:
    """Return the reference summaries by instance and author."""
    models: dict[str, dict[str, Text]] = {}
    for summary in summaries:
        if summary.summarizer_type == "reference":
            models.setdefault(summary.instance_id, {})[summary.summarizer_id] = summary.text
    return models


def _order_references(pyramid: InstancePyramid, models: Mapping[str, Text]) -> list[Text]:
    """Return the references in the Pyramid's order, as its units' indices, and then the others.

    A reference without a summary file has its text in the Pyramid.
    """
    others = [text for name, text in models.items() if name not in pyramid.references]
    return [models.get(name, text) for name, text in pyramid.references.items()] + others


def _label_units(
    summary: Summary, pyramid: InstancePyramid, annotation: frozenset[int] | None
) -> tuple[int, ...] | None:
    """Return 1 for each SCU whose id is in the annotation, else 0; None without an annotation.

    A summary without text needs no annotation: every label is 0.
    """
    if annotation is None and flatten(summary.text).strip():
        return None
    return tuple(int(scu_id in (annotation or ())) for scu_id in pyramid.scu_ids)


PROTECTED = "scrapes/tac.nist.gov/protected/past-aquaint2"
AGREEMENT_URL = "https://tac.nist.gov/data/"
#: NIST's names of each year's evaluations, that of the summaries first
EVALUATIONS = {2008: ("UpdateSumm08",), 2009: ("UpdateSumm09", "AESOP09")}


def list_nist_files(year: int) -> list[str]:
    """Return the paths of NIST's files of a year: evaluations, topics and documents."""
    folder = f"{PROTECTED}/{year}"
    names = EVALUATIONS[year]
    return [
        *(f"{folder}/{name}_eval.tar.gz" for name in names),
        f"{folder}/{names[0]}_test_topics.xml.txt",
        f"from-nist/TAC{year}_Summarization_Documents.tgz",
    ]


@DataSet.register("litepyramid-tac")
class Tac(DataSet):
    description = (
        "Set up TAC 2008 or 2009 from what setup-dataset tac2008 or tac2009 wrote "
        "(needs NIST's files)"
    )
    example = "data/tac2008-sacrerouge data/tac2008"
    files = (*FILES, "folds.json")

    def setup(  # type: ignore[override]
        self, output: Path, input_dir: Path, *, set: Literal["A", "B", "AB"] = "AB"
    ) -> dict[str, Any]:
        """Write a year's files from SacreROUGE's.

        Args:
            input_dir: the folder that setup-dataset tac2008|tac2009 wrote.
            set: A: initial summaries, B: updates.
        """
        data = _read_track(input_dir, set)
        units = {name: pyramid.units for name, pyramid in data.pyramids.items()}
        counts = write_data_set(output, units, data.peers)
        write_json(output / "folds.json", _make_folds(data.peers))
        labelled = [peer for peer in data.peers if peer.labels is not None]
        return {
            "dataset": "TAC",
            **counts,
            "summaries": len(data.peers),
            "labelled_summaries": len(labelled),
            "scus": sum(map(len, units.values())),
        }


def _read_track(source: Path, sets: str) -> Joined:
    """Read and join SacreROUGE's files of a year's sets; raise ValueError if some are missing."""
    names = ("summaries", "pyramids", "pyramid-annotations", "metrics")
    paths = [source / f"task1.{'-'.join(sets)}.{name}.jsonl" for name in names]
    if missing := [path.name for path in paths if not path.is_file()]:
        raise ValueError(
            f"{source}: no {', '.join(missing)}; `sacrerouge-litepyramid setup-dataset tac2008 "
            f"NIST {source}`, or tac2009, writes them from the folder NIST with NIST's files"
        )
    summaries_file, pyramids_file, annotations_file, metrics_file = paths
    summaries = read_summaries(summaries_file)
    pyramids = read_pyramids(pyramids_file)
    annotations = read_peer_annotations(annotations_file)
    data = join(summaries, pyramids, annotations, _read_official(metrics_file))
    if not data.peers:
        raise ValueError(f"{summaries_file}: no annotated peer has a summary; get the files again")
    return data


def check_nist_files(name: str, folder: Path) -> None:
    """Raise ValueError if NIST's folder lacks a file for SacreROUGE's tac2008 or tac2009."""
    needed = next((list_nist_files(year) for year in EVALUATIONS if name == f"tac{year}"), [])
    if missing := [file for file in needed if not (folder / file).is_file()]:
        raise ValueError(
            f"{folder}: no {', '.join(missing)}; NIST gives the files to those who sign its "
            f"agreement: {AGREEMENT_URL}"
        )


def _read_official(path: Path) -> dict[SummaryKey, float]:
    """Read NIST's modified Pyramid score by instance and peer from SacreROUGE's metrics.jsonl."""
    scores = {}
    for line in read_json_lines(path):
        value = required(line, "metrics", dict).get(OFFICIAL)
        if required(line, "summarizer_type", str) == "peer" and value is not None:
            scores[parse_key(line)] = parse_metric_value(line, OFFICIAL, value)
    return scores


def _make_folds(peers: Sequence[ScoredSummary]) -> dict[str, Any]:
    """Return seeded folds; a topic's sets A and B, which share a story, are in the same fold."""
    names = sorted({peer.summary.instance_id for peer in peers})
    systems = sorted({peer.summary.summarizer_id for peer in peers})
    by_documents = []
    for topics in draw_folds(sorted({_get_topic(name) for name in names})):
        by_documents.append([name for name in names if _get_topic(name) in topics])
    return {
        "by_documents": by_documents,
        "by_documents_source": "seeded, seed 0, by topics",
        "by_systems": draw_folds(systems),
        "by_systems_source": "seeded, seed 0",
    }


def _get_topic(instance_id: str) -> str:
    return instance_id.rsplit("-", 1)[0]
