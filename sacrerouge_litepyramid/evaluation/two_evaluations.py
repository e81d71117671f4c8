"""Two evaluations of the same documents as one: scores of both, with systems named by folder and name."""

from collections.abc import Iterator
from pathlib import Path

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.evaluation.score_sources import ScoreSource
from sacrerouge_litepyramid.io.evaluation_folder import SUMMARIES, split_measure
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.metrics import parse_key
from sacrerouge_litepyramid.io.signatures import read_signatures
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.signature import as_text


def join_evaluations(old: ScoreSource, new: ScoreSource, metric: str) -> tuple[ScoreSource, list[tuple[str, str, str]]]:
    """Return the scores of both, and each system that both have, with its new and its old name.

    A system that only one has keeps its name. Raises ValueError for other documents or references, and for a metric
    that is signed otherwise, naming what differs.
    """
    _check_same(old, new, metric)
    systems = [dict.fromkeys(key.summarizer_id for key in source.read_metric(metric)) for source in (old, new)]
    shared = [name for name in systems[0] if name in systems[1]]
    folders = _name_folders(old.where, new.where)
    lines = [
        _rename(line, f"{folder}/{name}") if (name := parse_key(line).summarizer_id) in shared else line
        for source, folder in zip((old, new), folders, strict=True)
        for line in source.lines
    ]
    human = old.human if old.human == new.human else ""
    joined = ScoreSource(lines, f"{old.where}, {new.where}", old.names, human, metric)
    return joined, [(name, f"{folders[1]}/{name}", f"{folders[0]}/{name}") for name in shared]


def _rename(line: Line, name: str) -> Line:
    return line._replace(data={**line.data, "summarizer_id": name})


def _name_folders(*paths: str) -> tuple[str, ...]:
    """Return the last part of each path if they differ, else the paths; "old" and "new" for one path."""
    names = tuple(Path(path).resolve().name or path for path in paths)
    return names if len(set(names)) > 1 else paths if len(set(paths)) > 1 else ("old", "new")


def _check_same(old: ScoreSource, new: ScoreSource, metric: str) -> None:
    """Raise ValueError naming what differs: documents, references, or what made the metric's scores."""
    documents, references, signed = ([each(source, metric) for source in (old, new)] for each in READERS)
    for source, lacking in ((old, documents[1] - documents[0]), (new, documents[0] - documents[1])):
        if lacking:
            raise ValueError(
                f"{source.where}: no score of {metric} for {len(lacking)} documents that the other has "
                f"({list_some(sorted(lacking))}); score the same documents"
            )
    differing = [name for name, texts in references[0].items() if references[1].get(name, texts) != texts]
    if differing:
        raise ValueError(
            f"{new.where}: other references than {old.where} for {len(differing)} documents ({list_some(differing)}); "
            "score both by the same references"
        )
    settings = [sorted(one - other) for one, other in (signed, signed[::-1])]
    if all(signed) and any(settings):
        texts = (f"{source.where}: {', '.join(each)}" for source, each in zip((old, new), settings, strict=True))
        raise ValueError(f"{metric} was not made in the same way ({'; '.join(texts)}); score both by one judge")


def _list_documents(source: ScoreSource, metric: str) -> set[str]:
    return {key.instance_id for key in source.read_metric(metric)}


def _read_references(source: ScoreSource, metric: str) -> dict[str, set[str]]:
    """Return the references by document; nothing without a folder's summaries."""
    path, found = source.folder.find(SUMMARIES) if source.folder else None, dict[str, set[str]]()
    for each in read_summaries(path) if path else ():
        texts = [each.text] if each.summarizer_type == "reference" else each.references
        found.setdefault(each.instance_id, set()).update(map(str, texts))
    return found


def _read_settings(source: ScoreSource, metric: str) -> set[str]:
    """Return the parts of the metric's signature."""
    return set(_list_parts(source, split_measure(metric)[0]))


def _list_parts(source: ScoreSource, name: str) -> Iterator[str]:
    for signature in read_signatures(source.folder.own_files if source.folder else ()):
        yield from as_text(signature).split("|") if signature["metric"] == name else ()


READERS = (_list_documents, _read_references, _read_settings)
