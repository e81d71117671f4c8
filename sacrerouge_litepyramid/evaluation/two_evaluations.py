"""Join two evaluations of the same documents: the scores of both, with shared systems named by folder and name."""

from pathlib import Path

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.evaluation.score_sources import ScoreSource
from sacrerouge_litepyramid.io.evaluation_folder import SUMMARIES, split_measure
from sacrerouge_litepyramid.io.metrics import explain_other_ids, parse_key
from sacrerouge_litepyramid.io.signatures import read_signatures
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.signature import as_text


def join_evaluations(
    old: ScoreSource, new: ScoreSource, metric: str
) -> tuple[ScoreSource, tuple[tuple[str, str, str], ...]]:
    """Return the scores of both, and each system that both have, with its new and its old name.

    A system that only one has keeps its name; folders with the same name are called old and new. Raises ValueError if
    the documents, the references or the metric's judges differ.
    """
    sources = (old, new)
    before, after = (_describe(source, metric) for source in sources)
    for kind, first in before.items():
        second = after[kind]
        if first and second and first != second:
            alone = [sorted({name for name, _ in part}) for part in (first - second, second - first)]
            lists = [
                f"{source.where} alone: {list_some(names) or 'none'}"
                for source, names in zip(sources, alone, strict=True)
            ]
            hint = explain_other_ids(*alone)
            raise ValueError(f"two evaluations with different {kind} are not comparable ({'; '.join(lists)}){hint}")
    systems = [{key.summarizer_id for key in source.read_metric(metric)} for source in sources]
    names = [Path(source.where).resolve().name for source in sources]
    folders = names if names[0] != names[1] else ["old", "new"]
    lines = []
    for source, folder in zip(sources, folders, strict=True):
        for line in source.lines:
            name = parse_key(line).summarizer_id
            renamed = {"summarizer_id": f"{folder}/{name}"} if name in systems[0] & systems[1] else {}
            lines.append(line._replace(data={**line.data, **renamed}))
    human = old.human if old.human == new.human else ""
    shared = tuple((name, f"{folders[1]}/{name}", f"{folders[0]}/{name}") for name in sorted(systems[0] & systems[1]))
    return ScoreSource(lines, f"{old.where}, {new.where}", old.names, human, metric), shared


def _describe(source: ScoreSource, metric: str) -> dict[str, set[tuple[str, str]]]:
    """Return what two evaluations must share, by kind: pairs of a name for messages and a content."""
    folder, name = source.folder, split_measure(metric)[0]
    path, signatures = (folder.find(SUMMARIES), read_signatures(folder.signed_files)) if folder else (None, [])
    return {
        "documents": {(key.instance_id, "") for key in source.read_metric(metric)},
        "references": {
            (summary.instance_id, str(text))
            for summary in (read_summaries(path) if path else ())
            for text in summary.references
        },
        "judges": {
            (part, "")
            for signature in signatures
            if signature["metric"] == name
            for part in as_text(signature).split("|")
            if part.startswith("judge.")
        },
    }
