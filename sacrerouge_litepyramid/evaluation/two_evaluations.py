"""Two evaluations of the same documents as one: shared systems are named by folder and name."""

from pathlib import Path

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.evaluation.compared_systems import Version
from sacrerouge_litepyramid.evaluation.score_sources import ScoreSource
from sacrerouge_litepyramid.io.evaluation_folder import SUMMARIES, split_measure
from sacrerouge_litepyramid.io.metrics import explain_other_ids, parse_key
from sacrerouge_litepyramid.io.signatures import read_signatures
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.signature import as_text


def join_evaluations(
    old: ScoreSource, new: ScoreSource, metric: str
) -> tuple[ScoreSource, tuple[Version, ...]]:
    """Return the scores of both, and each system that both have.

    A system that only one has keeps its name; folders with the same name are called old and new.
    Raises ValueError if the documents, the references or the metric's judges differ.
    """
    _check_comparable(old, new, metric)
    systems = {key.summarizer_id for key in new.read_metric(metric)}
    shared = {key.summarizer_id for key in old.read_metric(metric)} & systems
    old_folder = Path(old.where).resolve().name
    new_folder = Path(new.where).resolve().name
    if old_folder == new_folder:
        old_folder, new_folder = "old", "new"
    lines = []
    for source, folder in ((old, old_folder), (new, new_folder)):
        for line in source.lines:
            name = parse_key(line).summarizer_id
            if name in shared:
                line = line._replace(data={**line.data, "summarizer_id": f"{folder}/{name}"})
            lines.append(line)
    human = old.human if old.human == new.human else ""
    versions = tuple(
        Version(name, f"{new_folder}/{name}", f"{old_folder}/{name}") for name in sorted(shared)
    )
    joined = ScoreSource(lines, f"{old.where}, {new.where}", old.names, human, metric)
    return joined, versions


def _check_comparable(old: ScoreSource, new: ScoreSource, metric: str) -> None:
    after = _describe(new, metric)
    for kind, before in _describe(old, metric).items():
        others = after[kind]
        # What one of them does not know is not compared.
        if not before or not others or before == others:
            continue
        of_old = sorted({name for name, _ in before - others})
        of_new = sorted({name for name, _ in others - before})
        alone = (
            f"{old.where} alone: {list_some(of_old) or 'none'}; {new.where} alone: "
            f"{list_some(of_new) or 'none'}"
        )
        hint = explain_other_ids(of_old, of_new)
        raise ValueError(
            f"two evaluations with different {kind} are not comparable ({alone}){hint}"
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
                judges.update((part, "") for part in parts if part.startswith("judge."))
    return {"documents": documents, "references": references, "judges": judges}
