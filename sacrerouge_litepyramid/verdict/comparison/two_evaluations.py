"""Two evaluations of the same documents as one: shared systems are named by folder and name."""

from pathlib import Path

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.io.evaluation_folder import SUMMARIES, split_measure
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.signatures import read_signatures
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.meta_evaluation.answers import ScoreBounds, bound_scores
from sacrerouge_litepyramid.signature import as_text
from sacrerouge_litepyramid.verdict.comparison.score_sources import ScoreSource
from sacrerouge_litepyramid.verdict.comparison.system_comparison import Version


def join_evaluations(
    old: ScoreSource, new: ScoreSource, metric: str
) -> tuple[dict[SummaryKey, float], dict[SummaryKey, ScoreBounds], list[Version]]:
    """Return the scores of both, their bounds if answers are missing, and each shared system.

    A system that only one has keeps its name; folders with the same name are called old and new.
    Raises ValueError if the documents, the references or the metric's judges differ.
    """
    _check_comparable(old, new, metric)
    old_scores, new_scores = old.read_metric(metric), new.read_metric(metric)
    new_systems = {key.summarizer_id for key in new_scores}
    shared = {key.summarizer_id for key in old_scores} & new_systems
    old_folder = Path(old.where).resolve().name
    new_folder = Path(new.where).resolve().name
    if old_folder == new_folder:
        old_folder, new_folder = "old", "new"
    joined: dict[SummaryKey, float] = {}
    bounds: dict[SummaryKey, ScoreBounds] = {}
    old_bounds, new_bounds = old.read_bounds(metric), new.read_bounds(metric)
    sources = ((old_scores, old_bounds, old_folder), (new_scores, new_bounds, new_folder))
    for scores, given, folder in sources:
        names = {
            key: key._replace(summarizer_id=f"{folder}/{key.summarizer_id}")
            for key in scores
            if key.summarizer_id in shared
        }
        joined |= {names.get(key, key): score for key, score in scores.items()}
        if old_bounds or new_bounds:
            known = given or bound_scores(scores, [{}, {}, {}])
            bounds |= {names.get(key, key): bound for key, bound in known.items()}
    versions = []
    for name in sorted(shared):
        versions.append(Version(name, f"{new_folder}/{name}", f"{old_folder}/{name}"))
    return joined, bounds, versions


def _check_comparable(old: ScoreSource, new: ScoreSource, metric: str) -> None:
    after = _describe(new, metric)
    for kind, before in _describe(old, metric).items():
        others = after[kind]
        # What one of them does not know is not compared.
        if before and others and before != others:
            differing = sorted({name for name, _ in before ^ others})
            raise ValueError(
                f"{old.where}, {new.where}: evaluations with different {kind} are not comparable: "
                f"{list_some(differing)}"
            )


def _describe(source: ScoreSource, metric: str) -> dict[str, set[tuple[str, str]]]:
    """Return what two evaluations must share, by kind: pairs of a name and a content.

    Messages list the names.
    """
    documents = {(key.instance_id, "") for key in source.read_metric(metric)}
    references: set[tuple[str, str]] = set()
    judges: set[tuple[str, str]] = set()
    if source.folder is not None:
        path = source.folder.find(SUMMARIES)
        for summary in read_summaries(path) if path else ():
            for text in summary.references:
                references.add((summary.instance_id, str(text)))
        for signature in read_signatures(source.folder.signed_files):
            if signature["metric"] == split_measure(metric)[0]:
                parts = as_text(signature).split("|")
                # A model may have moved to another address.
                judges.update(
                    (part, "")
                    for part in parts
                    if part.startswith("judge.") and not part.startswith("judge.base_url:")
                )
    return {"documents": documents, "references": references, "judges": judges}
