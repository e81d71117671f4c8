"""SCUs that annotators wrote for a plan, checked and mixed with the STUs of the other sentences."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from sacrerouge_litepyramid.annotation.pace import describe_sentence_pace, measure_sentence_pace
from sacrerouge_litepyramid.annotation.plan import list_sentence_texts
from sacrerouge_litepyramid.annotation.scus import (
    check_annotation,
    count_outcomes,
    find_changed_references,
    mix_with_stus,
)
from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.io.annotation_plans import read_plan
from sacrerouge_litepyramid.io.annotations import read_annotation, write_annotation_records
from sacrerouge_litepyramid.io.documents import read_references
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.forms import refuse_problems
from sacrerouge_litepyramid.io.units import write_units

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
