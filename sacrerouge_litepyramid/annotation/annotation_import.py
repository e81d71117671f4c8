"""Import the SCUs that annotators wrote for a plan: check them and mix them with the STUs of the other sentences."""

from collections.abc import Iterable, Mapping, Sequence
from os.path import commonprefix
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from sacrerouge_litepyramid.annotation.annotation_plan import list_sentence_texts
from sacrerouge_litepyramid.annotation.pace import describe_sentence_pace, measure_sentence_pace
from sacrerouge_litepyramid.core.arguments import Files, name_argument
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

#: the characters that a message shows before the first difference of two texts
MAX_SHARED_SHOWN = 30
OUTPUT_FILES = ("units.jsonl", "records.jsonl")


class CheckedAnnotation(NamedTuple):
    """The SCUs of each finished sentence (which may need none), the problems, and the finished sentences as written."""

    scus: dict[SentenceKey, list[Unit]]
    problems: list[Problem]
    written: dict[SentenceKey, WrittenSentence]


def check_annotation(
    plan: Plan, files: Iterable[Sequence[WrittenSentence]], unfinished: str = "refuse"
) -> CheckedAnnotation:
    """Check the annotation files of one plan, whose sentences annotators may share out; a blank sentence is unfinished.

    ``unfinished``: "refuse" reports a sentence that nobody annotated as a problem, "stus" leaves it to its STUs.
    """
    scus: dict[SentenceKey, list[Unit]] = {}
    first: dict[SentenceKey, WrittenSentence] = {}
    problems: list[Problem] = []
    counts = plan.count_references()
    for written in (sentence for file in files for sentence in file):
        faults = [
            *_find_place_problems(plan, written),
            *_find_unit_problems(written, counts.get(written.key.instance_id, 0)),
        ]
        if written.units or written.nothing:
            earlier = first.setdefault(written.key, written)
            if earlier is not written:
                what = f"it is already annotated ({earlier.where})"
                faults.append(_problem(written, what, "leave one of the two blank"))
            if not faults:
                scus[written.key] = [_build_scu(written.key, unit) for unit in written.units]
        problems += faults
    if unfinished == "refuse":
        remedy = f"write its units, or {NOTHING} if it needs none ({name_argument('unfinished', 'stus')}: use its STUs)"
        problems += [
            Problem(_place(key), f"nobody annotated the sentence {_cut(plan.sentences[key].text)}", remedy)
            for key in plan.list_annotated()
            if key not in first
        ]
    return CheckedAnnotation(scus, problems, {key: first[key] for key in scus})


def find_changed_references(plan: Plan, texts: Mapping[SentenceKey, str]) -> list[Problem]:
    """Return a problem for each sentence of the references that differs from the plan."""
    planned = {key: sentence.text for key, sentence in plan.sentences.items()}
    what = "the reference has changed: planned {}, now {}"
    remedy = "pass the references that were planned, or plan again"
    return [
        Problem(_place(key), what.format(*_cut_before_difference(planned.get(key), texts.get(key))), remedy)
        for key in dict.fromkeys((*planned, *texts))
        if planned.get(key) != texts.get(key)
    ]


def mix_with_stus(plan: Plan, scus: Mapping[SentenceKey, Sequence[Unit]]) -> dict[str, list[Unit]]:
    """Return, for each document, the SCUs of the finished sentences, then the STUs of all others."""
    by_document: dict[str, list[Unit]] = {name: [] for name in plan.stus}
    for key in plan.sentences:
        by_document[key.instance_id] += scus.get(key, ())
    return mix(by_document, plan.stus, plan.sentences.keys() - scus.keys())


def _place(key: SentenceKey) -> str:
    """Return a sentence's place for a message, with numbers from 1 as in the worksheets."""
    return f"instance {key.instance_id!r}, reference {key.reference + 1}, sentence {key.sentence + 1}"


def _problem(written: WrittenSentence, what: str, remedy: str) -> Problem:
    return Problem(f"{written.where}, {_place(written.key)}", what, remedy)


def _find_place_problems(plan: Plan, written: WrittenSentence) -> list[Problem]:
    planned = plan.sentences.get(written.key)
    if planned is None:
        remedy = "copy instance, reference and sentence from this plan's worksheet"
        return [_problem(written, "the plan has no such sentence", remedy)]
    if written.text != planned.text:
        what = "its text is {}, but {} was planned".format(*_cut_before_difference(written.text, planned.text))
        return [_problem(written, what, "restore the planned text; if the reference changed, plan again")]
    if not planned.annotate and (written.units or written.nothing):
        return [
            _problem(written, "the plan leaves it to its STUs", "leave it blank, or plan again with a larger budget")
        ]
    return []


def _find_unit_problems(written: WrittenSentence, references: int) -> list[Problem]:
    problems: list[Problem] = []
    if written.nothing and written.units:
        what = "it has units, but is marked as needing none"
        problems.append(_problem(written, what, f"keep either the units or the mark ({NOTHING} in a worksheet)"))
    seen: set[str] = set()
    for unit in written.units:
        text, where = _normalize_spaces(unit.text), f"{unit.where}, {_place(written.key)}"
        if not any(character.isalnum() for character in text):
            problems.append(Problem(where, f"the unit {unit.text!r} is empty", "write the unit, or remove it"))
        elif text.lower() in seen:
            problems.append(Problem(where, f"the unit {text!r} appears twice", "remove one of them"))
        seen.add(text.lower())
        wrong = [index for index in unit.also if not 0 <= index < references or index == written.key.reference]
        if wrong:
            what = f"the unit {text!r} is marked as also in reference {wrong[0] + 1}, which is not another reference"
            problems.append(Problem(where, what, f"the document has {references} references; name others, or none"))
    return problems


def _build_scu(key: SentenceKey, unit: WrittenUnit) -> Unit:
    """Return a written unit as an SCU, whose weight is the number of references that state it, as in a Pyramid."""
    references = (key.reference, *sorted(set(unit.also)))
    return Unit(_normalize_spaces(unit.text), float(len(references)), "scu", references, key.sentence)


def _normalize_spaces(text: str) -> str:
    return " ".join(text.split())


def _cut_before_difference(one: str | None, other: str | None) -> tuple[str, str]:
    """Return excerpts of both texts that show their first difference."""
    shared = len(commonprefix([one or "", other or ""]))
    skipped = max(0, shared - MAX_SHARED_SHOWN)
    first, second = (_cut(text if text is None or not skipped else f"…{text[skipped:]}") for text in (one, other))
    return first, second


def _cut(text: str | None) -> str:
    return "nothing" if text is None else repr(text if len(text) <= 80 else text[:77] + "…")


class SuggestionCounts(NamedTuple):
    """What became of the suggestions in the finished sentences, and the number of units that annotators wrote alone."""

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
    """Count what became of the suggestions in the finished sentences: those that a form saved, else the plan's."""
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


def import_annotation(
    *,
    plan: str | Path,
    references: str | Path,
    forms: Sequence[str | Path],
    unfinished: Literal["refuse", "stus"] = "refuse",
    output_dir: Annotated[str | Path, Files(OUTPUT_FILES)],
) -> Written:
    """Check the SCUs that annotators wrote for a plan, and write units: these SCUs, and STUs for the other sentences.

    Args:
        plan: the plan.json of plan-annotation.
        references: the planned references; changed ones are refused.
        forms: JSON files saved by the form, or CSV worksheets.
        unfinished: what to do with sentences that nobody annotated.
        output_dir: where to write units.jsonl and records.jsonl, which has each unit's origin, suggestions and seconds.

    Raises:
        ValueError: if the references have changed, or the forms have problems (`ProblemsError`).
    """
    planned = read_plan(plan)
    refuse_problems(find_changed_references(planned, list_sentence_texts(read_references(references))))
    scus, problems, written = check_annotation(planned, map(read_annotation, forms), unfinished)
    refuse_problems(problems)
    units = mix_with_stus(planned, scus)
    units_file, records_file = (Path(output_dir) / name for name in OUTPUT_FILES)
    write_units(units_file, units.items())
    write_annotation_records(records_file, written.values())
    kinds = [unit.kind for members in units.values() for unit in members]
    lines = [
        f"{kinds.count('scu')} SCUs for {len(scus)} sentences, {kinds.count('stu')} STUs for the other "
        f"{len(planned.sentences) - len(scus)}"
    ]
    counts, pace = count_outcomes(planned, written), measure_sentence_pace(written.values())
    if counts.shown:
        lines.append(str(counts))
    if pace:
        lines.append(describe_sentence_pace(pace))
    if empty := [name for name, members in units.items() if not members]:
        lines.append(
            f"{len(empty)} documents have no units, so their summaries cannot be scored: {', '.join(empty[:5])}"
        )
    return Written(units_file, lines)
