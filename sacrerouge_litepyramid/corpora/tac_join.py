"""Join the files of one TAC summarization track: summaries, Pyramids, annotations and official scores."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.units import InstancePyramid, PeerAnnotation

IRREGULARITIES = {
    "systems_not_annotated": "peers without any annotation or official score (runs that were not chosen): excluded",
    "summaries_without_pyramid": "peers' summaries of instances that have no Pyramid or one without SCUs: excluded",
    "pyramids_without_summaries": "Pyramids of instances that no annotated peer has a summary for: excluded",
    "missing_summaries": "instances that an annotated system has no summary for: no line in any file",
    "summaries_without_annotation": "summaries with text that nobody annotated: no labels and no litepyramid_recall",
    "empty_summaries_without_annotation": "summaries without text, so without annotation: every label is 0",
    "annotations_without_summary": "annotations of summaries that are not there: excluded",
    "summaries_without_official_score": "summaries that the official table has no modified Pyramid score for",
    "official_scores_without_summary": "official scores of summaries that are not there: excluded",
    "unknown_scus": "SCU ids in annotations that the Pyramid does not have: ignored",
    "references_from_pyramids": "references that have no summary file: the text in the Pyramid is taken",
    "references_without_pyramid": "references that the Pyramid was not made from: put after the others",
}


class Peer(NamedTuple):
    """An annotated system's summary; ``labels`` of its instance's SCUs and ``official`` are None if unknown."""

    summary: Summary
    labels: tuple[int, ...] | None
    recall: float | None
    official: float | None


class Joined(NamedTuple):
    """Peers in the order of the summaries, the Pyramids of their instances, and the count of each irregularity."""

    peers: list[Peer]
    pyramids: dict[str, InstancePyramid]
    irregular: dict[str, int]


def join(
    summaries: Sequence[Summary],
    pyramids: Mapping[str, InstancePyramid],
    annotations: Mapping[SummaryKey, PeerAnnotation],
    official: Mapping[SummaryKey, float],
) -> Joined:
    """Join by instance and system; count whatever has no counterpart under a name of `IRREGULARITIES`."""
    count = Counter(dict.fromkeys(IRREGULARITIES, 0))
    scored = {name: pyramid for name, pyramid in pyramids.items() if pyramid.units}
    kept = _annotated_peers(summaries, scored, {system for _, system in (*annotations, *official)}, count)
    names = {summary.instance_id for summary in kept}
    models = _models(summaries)
    references = {name: _references(scored[name], models.get(name, {}), count) for name in sorted(names)}
    peers = []
    for summary in kept:
        name = summary.instance_id
        labels = _labels(summary, scored[name], annotations.get(summary.key), count)
        summary = summary._replace(references=references[name])
        peers.append(Peer(summary, labels, _recall(summary, scored[name], labels), official.get(summary.key)))
    keys = {peer.summary.key for peer in peers}
    every_key = {each.key for each in summaries}
    count["pyramids_without_summaries"] = len(set(pyramids) - names)
    count["missing_summaries"] = len(names) * len({system for _, system in keys}) - len(keys)
    count["annotations_without_summary"] = len(set(annotations) - every_key)
    count["official_scores_without_summary"] = len(set(official) - every_key)
    count["summaries_without_official_score"] = sum(peer.official is None for peer in peers)
    return Joined(peers, {name: scored[name] for name in sorted(names)}, dict(count))


def _annotated_peers(
    summaries: Sequence[Summary], scored: Mapping[str, InstancePyramid], annotated: set[str], count: Counter[str]
) -> list[Summary]:
    peers = [summary for summary in summaries if summary.summarizer_type == "peer"]
    count["systems_not_annotated"] = len({peer.summarizer_id for peer in peers} - annotated)
    peers = [peer for peer in peers if peer.summarizer_id in annotated]
    kept = [peer for peer in peers if peer.instance_id in scored]
    count["summaries_without_pyramid"] = len(peers) - len(kept)
    return kept


def _models(summaries: Sequence[Summary]) -> dict[str, dict[str, Text]]:
    """Return the reference summaries by instance and summarizer."""
    models: dict[str, dict[str, Text]] = {}
    for summary in summaries:
        if summary.summarizer_type == "reference":
            models.setdefault(summary.instance_id, {})[summary.summarizer_id] = summary.text
    return models


def _references(pyramid: InstancePyramid, models: Mapping[str, Text], count: Counter[str]) -> list[Text]:
    """Return the references in the Pyramid's order, in which units count them, then any other references."""
    others = [text for name, text in models.items() if name not in pyramid.references]
    count["references_from_pyramids"] += len(set(pyramid.references) - set(models))
    count["references_without_pyramid"] += len(others)
    return [models.get(name, text) for name, text in pyramid.references.items()] + others


def _labels(
    summary: Summary, pyramid: InstancePyramid, annotation: PeerAnnotation | None, count: Counter[str]
) -> tuple[int, ...] | None:
    """Return 1 for each SCU whose id the annotation holds, else 0; None without annotation."""
    if annotation:
        count["unknown_scus"] += len(annotation.scu_ids - set(pyramid.scu_ids))
        return tuple(int(scu_id in annotation.scu_ids) for scu_id in pyramid.scu_ids)
    if not flatten(summary.text).strip():
        count["empty_summaries_without_annotation"] += 1
        return (0,) * len(pyramid.scu_ids)
    count["summaries_without_annotation"] += 1
    return None


def _recall(summary: Summary, pyramid: InstancePyramid, labels: tuple[int, ...] | None) -> float | None:
    if labels is None:
        return None
    return compute_human_score(LabelledSummary(*summary.key, flatten(summary.text), pyramid.units, labels))
