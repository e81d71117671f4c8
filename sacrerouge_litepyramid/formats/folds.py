"""folds.json: ``{"by_examples": [[instance ids]…], "by_systems": [[systems]…]}``."""

from pathlib import Path

from sacrerouge_litepyramid.storage.files import Line, parse_json, read_text, required

KINDS = ("examples", "systems")


def read_folds(path: str | Path, by: str = "examples") -> list[list[str]]:
    """Read the folds by examples or systems; ValueError names a file in which they are not lists of names."""
    field = f"by_{by}"
    data = read_fold_file(path)
    folds = required(Line(data, str(path)), field, list)
    if not all(isinstance(fold, list) and all(isinstance(name, str) for name in fold) for fold in folds):
        kind = "instance ids" if by == "examples" else "systems"
        raise ValueError(f"{path}: the field {field!r} must be a list of lists of {kind}")
    return folds


def read_fold_file(path: str | Path) -> dict:
    data = parse_json(read_text(path), path, "give an object with the field 'by_examples'")
    if not isinstance(data, dict):
        raise ValueError(f"{path}: an object with the field 'by_examples' was expected")
    return data
