"""The columns of a table: what each field may be called, and which column holds it."""

from collections.abc import Collection, Mapping, Sequence

from sacrerouge_litepyramid.io.files import Line

#: the fields of a row, and the names of their columns; case and punctuation do not count
FIELDS: dict[str, tuple[str, ...]] = {
    "instance_id": ("instance_id", "instance", "id", "doc_id", "document_id", "article_id", "example_id"),
    "summarizer_id": ("summarizer_id", "summarizer", "system", "system_id", "model", "model_id", "model_name"),
    "summarizer_type": ("summarizer_type",),
    "summary": (
        *("summary", "prediction", "pred", "output", "generated", "hypothesis", "candidate"),
        *("system_summary", "generated_summary", "model_output", "system_output"),
    ),
    "references": (
        *("references", "reference", "reference_summary", "target", "targets", "gold", "gold_summary"),
        "highlights",
    ),
    "documents": ("documents", "document", "source", "article"),
    "units": ("units", "facts", "scus", "stus", "acus"),
    "human": (
        *("human", "human_score", "human_rating", "human_judgement", "human_judgment", "judgement", "judgment"),
        *("rating", "label", "litepyramid_recall"),
    ),
    "labels": ("labels", "unit_labels", "presence", "presence_labels"),
}
#: the fields that a score depends on
CONTENT_FIELDS = ("summary", "references", "documents", "units")


def find_columns(
    lines: Sequence[Line], given: Mapping[str, str], fields: Collection[str] = tuple(FIELDS)
) -> dict[str, str]:
    """Return the column of each field that a table has.

    ``given`` names columns by field, or by one of the field's other names; an empty name leaves the field out. Raises
    ValueError for an unknown field, a column that is not there, a field that several columns may hold, and, if there
    are rows, for no column of summaries.
    """
    chosen = {parse_field(field): column for field, column in given.items()}
    present = list(dict.fromkeys(name for line in lines for name in line.data))
    if not lines:
        return {}
    for column in filter(None, chosen.values()):
        check_column(lines, column)
    found = {
        field: chosen[field] if field in chosen else _find_column(lines, field, _list_free(field, present, chosen))
        for field in FIELDS
        if field in fields or field in chosen
    }
    if not found.get("summary"):
        raise ValueError(
            f"{lines[0].where}: no column is known to hold the summary; there are: {', '.join(present)}; name it: "
            "--columns summary=NAME"
        )
    return {field: column for field, column in found.items() if column}


def check_column(lines: Sequence[Line], column: str) -> None:
    """Raise ValueError if no row has the column."""
    present = {name for line in lines for name in line.data}
    if lines and column not in present:
        raise ValueError(f"{lines[0].where}: there is no column {column!r}; there are: {', '.join(sorted(present))}")


def parse_field(name: str) -> str:
    """Return the field that is meant by its name or one of its columns' names; raise ValueError for any other."""
    for field, names in FIELDS.items():
        if _normalize(name) in map(_normalize, names):
            return field
    raise ValueError(f"columns names the unknown field {name!r}; known: {', '.join(FIELDS)}")


def _list_free(field: str, present: Sequence[str], chosen: Mapping[str, str]) -> list[str]:
    """Return the columns in which a field is looked for: those chosen for no other field.

    The references may also tell the instances apart.
    """
    taken = {column for other, column in chosen.items() if (other, field) != ("instance_id", "references")}
    return [name for name in present if name not in taken]


def _find_column(lines: Sequence[Line], field: str, present: Sequence[str]) -> str:
    """Return the column of a field, "" for none; raise ValueError for several."""
    names = set(map(_normalize, FIELDS[field]))
    columns = [name for name in present if _normalize(name) in names]
    if len(columns) > 1:
        raise ValueError(
            f"{lines[0].where}: each of the columns {', '.join(map(repr, columns))} may hold the field {field}; name "
            f"one, or none by an empty name: --columns {field}={columns[0]}"
            + (f" or --human {columns[0]}" if field == "human" else "")
        )
    return columns[0] if columns else ""


def _normalize(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
