"""SCUs that annotators wrote for a plan, checked and mixed with the STUs of the other sentences."""

from collections.abc import Iterable, Mapping, Sequence
from os.path import commonprefix
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from sacrerouge_litepyramid.annotation.annotation_plan import list_sentence_texts
from sacrerouge_litepyramid.annotation.pace import describe_sentence_pace, measure_sentence_pace
from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.core.mixing import SentenceKey, mix
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.annotations import (
    NOTHING,
    Plan,
    WrittenSentence,
    WrittenUnit,
    read_annotation,
    read_plan,
    write_annotation_records,
)
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.forms import Problem, refuse_problems
from sacrerouge_litepyramid.io.units import write_units

#: characters shown before the first difference of two texts in a message
MAX_SHARED_SHOWN = 30


class CheckedAnnotation(NamedTuple):
    """The SCUs of each finished sentence, an empty list if it needs none, and the problems of the others.

    ``written`` holds the finished sentences as they were written.
    """

    scus: dict[SentenceKey, list[Unit]]
    problems: list[Problem]
    written: dict[SentenceKey, WrittenSentence]


def check_annotation(
    plan: Plan, files: Iterable[Sequence[WrittenSentence]], unfinished: str = "refuse"
) -> CheckedAnnotation:
    """Check the annotation files of one plan; annotators may share out its sentences, and a blank one is not done.

    ``unfinished``: "refuse" reports a sentence that nobody did as a problem, "stus" leaves it to its STUs.
    """
    scus: dict[SentenceKey, list[Unit]] = {}
    first: dict[SentenceKey, WrittenSentence] = {}
    problems: list[Problem] = []
    counts = plan.count_references()
    for written in (sentence for file in files for sentence in file):
        done = bool(written.units) or written.nothing
        found = [
            *_find_place_problems(plan, written),
            *_find_unit_problems(written, counts.get(written.key.instance_id, 0)),
        ]
        if done and written.key in first:
            earlier = first[written.key].where
            found.append(_problem(written, f"it is done already ({earlier})", "leave one of the two blank"))
        problems += found
        if done:
            first.setdefault(written.key, written)
        if done and not found:
            scus[written.key] = [_build_scu(written.key, unit) for unit in written.units]
    if unfinished == "refuse":
        remedy = f"write its units, or {NOTHING} where it needs none (--unfinished stus: use its STUs)"
        problems += [
            Problem(_place(key), f"nobody annotated the sentence {_cut(plan.sentences[key].text)}", remedy)
            for key in plan.list_annotated()
            if key not in first
        ]
    return CheckedAnnotation(scus, problems, {key: first[key] for key in scus})


def find_changed_references(plan: Plan, texts: Mapping[SentenceKey, str]) -> list[Problem]:
    """Return a problem for each sentence of the references that differs from the plan."""
    planned = {key: sentence.text for key, sentence in plan.sentences.items()}
    what, remedy = (
        "the reference has changed: planned {}, now {}",
        "pass the references that were planned, or plan again",
    )
    return [
        Problem(_place(key), what.format(*_cut_before_difference(planned.get(key), texts.get(key))), remedy)
        for key in dict.fromkeys((*planned, *texts))
        if planned.get(key) != texts.get(key)
    ]


def mix_with_stus(plan: Plan, scus: Mapping[SentenceKey, Sequence[Unit]]) -> dict[str, list[Unit]]:
    """Return for each document the SCUs of the finished sentences, then the STUs of all others."""
    by_document: dict[str, list[Unit]] = {name: [] for name in plan.stus}
    for key in plan.sentences:
        by_document[key.instance_id] += scus.get(key, ())
    return mix(by_document, plan.stus, plan.sentences.keys() - scus.keys())


def _place(key: SentenceKey) -> str:
    """Return a sentence's place for messages, counted from 1 as in the worksheets."""
    return f"instance {key.instance_id!r}, reference {key.reference + 1}, sentence {key.sentence + 1}"


def _problem(written: WrittenSentence, what: str, remedy: str) -> Problem:
    return Problem(f"{written.where}, {_place(written.key)}", what, remedy)


def _find_place_problems(plan: Plan, written: WrittenSentence) -> list[Problem]:
    planned = plan.sentences.get(written.key)
    if planned is None:
        remedy = "take instance, reference and sentence from the worksheet of this plan"
        return [_problem(written, "the plan has no such sentence", remedy)]
    if written.text != planned.text:
        what = "its text is {}, but {} was planned".format(*_cut_before_difference(written.text, planned.text))
        return [_problem(written, what, "put the planned text back; where the reference changed, plan again")]
    if not planned.annotate and (written.units or written.nothing):
        return [_problem(written, "the plan leaves it to its STUs", "leave it blank, or plan with a larger budget")]
    return []


def _find_unit_problems(written: WrittenSentence, references: int) -> list[Problem]:
    problems: list[Problem] = []
    if written.nothing and written.units:
        what = "it has units, and is marked as a sentence that needs none"
        problems.append(_problem(written, what, f"keep either the units or the mark ({NOTHING} in a worksheet)"))
    seen: set[str] = set()
    for unit in written.units:
        text, where = _normalize_spaces(unit.text), f"{unit.where}, {_place(written.key)}"
        if not any(character.isalnum() for character in text):
            problems.append(Problem(where, f"the unit {unit.text!r} is empty", "write it out, or remove it"))
        elif text.lower() in seen:
            problems.append(Problem(where, f"the unit {text!r} is there twice", "remove one of them"))
        seen.add(text.lower())
        wrong = [index for index in unit.also if not 0 <= index < references or index == written.key.reference]
        if wrong:
            what = f"the unit {text!r} is marked as also in reference {wrong[0] + 1}, which is not another one"
            problems.append(Problem(where, what, f"the instance has {references} references; name others, or none"))
    return problems


def _build_scu(key: SentenceKey, unit: WrittenUnit) -> Unit:
    """Return the SCU of a written unit; its weight is the number of references that state it, as in a Pyramid."""
    references = (key.reference, *sorted(set(unit.also)))
    return Unit(_normalize_spaces(unit.text), float(len(references)), "scu", references, key.sentence)


def _normalize_spaces(text: str) -> str:
    return " ".join(text.split())


def _cut_before_difference(one: str | None, other: str | None) -> tuple[str, str]:
    """Cut both texts to an excerpt that shows their first difference."""
    shared = len(commonprefix([one or "", other or ""]))
    skipped = max(0, shared - MAX_SHARED_SHOWN)
    first, second = (_cut(text if text is None or not skipped else f"…{text[skipped:]}") for text in (one, other))
    return first, second


def _cut(text: str | None) -> str:
    return "nothing" if text is None else repr(text if len(text) <= 80 else text[:77] + "…")


class SuggestionCounts(NamedTuple):
    """The suggestions of the finished sentences, how many were taken or rejected, and the annotators' own units.

    A suggestion that was neither taken nor rejected was left open.
    """

    shown: int
    accepted: int
    edited: int
    rejected: int
    own: int

    @property
    def open(self) -> int:
        """The suggestions that were neither taken nor rejected."""
        return self.shown - self.accepted - self.edited - self.rejected

    def __str__(self) -> str:
        units = self.accepted + self.edited + self.own
        share = f" ({100 * (units - self.own) / units:.0f}% of the SCUs come from suggestions)" if units else ""
        return (
            f"Of {self.shown} suggestions {self.accepted} were accepted, {self.edited} edited, {self.rejected} "
            f"rejected, {self.open} left open; annotators wrote {self.own} SCUs themselves{share}"
        )


def count_outcomes(plan: Plan, written: Mapping[SentenceKey, WrittenSentence]) -> SuggestionCounts:
    """Count what became of the suggestions of the finished sentences.

    What a form showed is in its file; a worksheet shows the suggestions of the plan.
    """
    suggestions = plan.list_suggestions()
    origins = [unit.origin for sentence in written.values() for unit in sentence.units]
    outcomes = [suggestion.outcome for sentence in written.values() for suggestion in sentence.suggestions or ()]
    return SuggestionCounts(
        shown=sum(
            len(suggestions[key] if sentence.suggestions is None else sentence.suggestions)
            for key, sentence in written.items()
        ),
        accepted=origins.count("accepted"),
        edited=origins.count("edited"),
        rejected=outcomes.count("rejected"),
        own=origins.count("own"),
    )


FILES = ("units.jsonl", "records.jsonl")


def import_annotation(
    *,
    plan: str | Path,
    references: str | Path,
    forms: Sequence[str | Path],
    unfinished: Literal["refuse", "stus"] = "refuse",
    output_dir: Annotated[str | Path, Files(FILES)],
) -> Written:
    """Check the SCUs of annotators for a plan, and write units with them and with STUs elsewhere.

    Args:
        plan: the plan.json of plan-annotation.
        references: the references that were planned; changes are refused.
        forms: JSON of the form, or CSV of the worksheet.
        unfinished: what to do with sentences that no annotator did.
        output_dir: where to write units.jsonl, and records.jsonl: each unit's origin, suggestions and seconds.

    Raises:
        ValueError: for changed references and problems of the forms (`ProblemsError`).
    """
    made = read_plan(plan)
    refuse_problems(find_changed_references(made, list_sentence_texts(read_references(references))))
    scus, problems, written = check_annotation(made, map(read_annotation, forms), unfinished)
    refuse_problems(problems)
    units = mix_with_stus(made, scus)
    units_file, records_file = (Path(output_dir) / name for name in FILES)
    write_units(units_file, units.items())
    write_annotation_records(records_file, written.values())
    kinds = [unit.kind for members in units.values() for unit in members]
    lines = [
        f"{kinds.count('scu')} SCUs for {len(scus)} sentences, {kinds.count('stu')} STUs for the other "
        f"{len(made.sentences) - len(scus)}"
    ]
    counts, pace = count_outcomes(made, written), measure_sentence_pace(written.values())
    if counts.shown:
        lines.append(str(counts))
    if pace:
        lines.append(describe_sentence_pace(pace))
    if empty := [name for name, members in units.items() if not members]:
        lines.append(f"{len(empty)} documents have no unit, so nothing can be scored by them: {', '.join(empty[:5])}")
    return Written(units_file, lines)
