"""Units: facts of a reference, written by annotators (SCUs) or extracted (STUs), and clauses.

A clause is verbatim and may state several facts; its parts give partial credit
(`judge_input.split_parts`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

CLAUSE = "clause"
WRITTEN = "scu"
KINDS = (WRITTEN, "stu", CLAUSE)
#: nuggetizer's grades of a nugget: an answer must state it, or may state it
VITAL, OKAY = IMPORTANCES = ("vital", "okay")
#: the sum of such weights is finite
_MAX_WEIGHT = 1e100
#: jackknifing leaves out every index up to the highest, which would take forever for a huge one
_MAX_REFERENCES = 1000
FIELDS = ("text", "weight", "kind", "reference", "sentence", "introduction", "importance")


@dataclass(frozen=True)
class Unit:
    """One fact, or one clause, of the references of one document.

    Attributes:
        text: the fact or clause.
        weight: its weight in a summary's score.
        kind: "scu" (written), "stu" (extracted) or "clause" (verbatim).
        references: the indices of the references that contain it; an SCU may be in several.
        sentence: the index of its sentence in the first of these, None if unknown.
        introduction: the line that introduces a list's item and makes it a statement.
        importance: "vital", "okay" or None.
    """

    text: str
    weight: float = 1.0
    kind: str = WRITTEN
    references: tuple[int, ...] = (0,)
    sentence: int | None = None
    introduction: str = ""
    importance: str | None = None

    def __post_init__(self) -> None:
        is_text = isinstance(self.text, str) and self.text.strip()
        _check("text", self.text, is_text, "a non-empty string")
        is_number = isinstance(self.weight, (int, float)) and not isinstance(self.weight, bool)
        _check("weight", self.weight, is_number, "a number")
        # A whole number may exceed every float.
        is_weight = 0 <= self.weight <= _MAX_WEIGHT
        _check("weight", self.weight, is_weight, "finite and not negative")
        _check("kind", self.kind, self.kind in KINDS, f"one of {', '.join(KINDS)}")
        are_indices = self.references and all(map(_is_index, self.references))
        _check("reference", self.references, are_indices, "an index from 0 or a list of them")
        highest = max(self.references)
        _check("reference", highest, highest < _MAX_REFERENCES, f"below {_MAX_REFERENCES}")
        is_place = self.sentence is None or _is_index(self.sentence)
        _check("sentence", self.sentence, is_place, "an index from 0 or null")
        _check("introduction", self.introduction, isinstance(self.introduction, str), "a text")
        is_grade = self.importance in (None, *IMPORTANCES)
        _check("importance", self.importance, is_grade, " or ".join(IMPORTANCES))

    @property
    def statement(self) -> str:
        """The unit as a statement: its text, after the introduction if it has one."""
        return introduce(self.introduction, self.text)


def introduce(introduction: str, text: str) -> str:
    """Return a text after its introduction, if it has one, as a statement."""
    return f"{introduction.rstrip(':')}: {text}" if introduction else text


def _check(field: str, value: Any, is_valid: Any, expected: str) -> None:
    if not is_valid:
        raise ValueError(f"a unit's {field} must be {expected}, not {value!r:.60}")


def _is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def unit_from_json(data: Any) -> Unit:
    """Return a unit from its JSON form, a text or an object with FIELDS.

    The field "reference" is an index, or a list of indices. Raise ValueError naming a wrong field.
    """
    if isinstance(data, str):
        return Unit(data)
    if not isinstance(data, dict):
        raise ValueError(f"a unit must be a text or an object, not {data!r}")
    unknown = set(data) - set(FIELDS)
    if unknown:
        raise ValueError(
            f"a unit has the unknown field {min(unknown)!r}; known: {', '.join(FIELDS)}"
        )
    if "text" not in data:
        raise ValueError("a unit has no field 'text'")
    reference = data.get("reference", 0)
    references = reference if isinstance(reference, list) else [reference]
    fields = {name: value for name, value in data.items() if name != "reference"}
    return Unit(**fields, references=tuple(references))


def unit_to_json(unit: Unit) -> dict[str, Any]:
    """Return the JSON form of a unit, which `unit_from_json` reads.

    A unit of one reference has a plain index.
    """
    first, *others = unit.references
    data = {
        "text": unit.text,
        "weight": unit.weight,
        "kind": unit.kind,
        "reference": [first, *others] if others else first,
        "sentence": unit.sentence,
    }
    if unit.introduction:
        data["introduction"] = unit.introduction
    if unit.importance:
        data["importance"] = unit.importance
    return data


def as_units(units: Iterable[Unit | str]) -> tuple[Unit, ...]:
    """Return the units, after turning each plain text into a unit of weight 1."""
    return tuple(unit if isinstance(unit, Unit) else Unit(unit) for unit in units)


def leave_reference_out(units: Sequence[Unit], reference: int) -> tuple[Unit, ...]:
    """Return the units as they would be without one reference, the others renumbered.

    A unit of that reference alone is dropped; a unit of n references keeps (n - 1) / n of its
    weight, which is w - 1 for Pyramid weights. Source: SacreROUGE's ``Pyramid.remove_summary``.
    """
    kept = []
    for unit in units:
        others = [index for index in unit.references if index != reference]
        if others:
            weight = unit.weight * len(others) / len(unit.references)
            renumbered = tuple(index - (index > reference) for index in others)
            # The sentence is one of the first reference.
            sentence = unit.sentence if unit.references[0] != reference else None
            kept.append(replace(unit, weight=weight, references=renumbered, sentence=sentence))
    return tuple(kept)
