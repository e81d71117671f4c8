"""Render the forms in which annotators write SCUs or label units, and list the rows of worksheets for both."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.annotation.tasks import Tasks
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.scripts import is_english
from sacrerouge_litepyramid.io.annotations import FORMAT, Plan, WorksheetRow
from sacrerouge_litepyramid.io.files import read_text
from sacrerouge_litepyramid.io.forms import VERSION
from sacrerouge_litepyramid.io.labels import FORMAT as VOTES_FORMAT
from sacrerouge_litepyramid.report.page import assemble, fill
from sacrerouge_litepyramid.report.page_words import ENGLISH, read_words

HERE = Path(__file__).parent
#: the texts of the forms, by language
WORDS = HERE / "words"


def render_form(name: str, data: dict[str, Any], language: str = ENGLISH) -> str:
    """Return a form as HTML: NAME.html within form.html, with NAME.css and NAME.js after the files that forms share."""
    words = read_words(WORDS, language)
    slots = {**words["form"], **words[name]}
    body = fill(read_text(HERE / "form.html"), {**slots, "task": fill(read_text(HERE / f"{name}.html"), slots)})
    data = {**data, "words": {**words["form_script"], **words[f"{name}_script"]}}
    styles = [read_text(HERE / f"{stem}.css") for stem in ("form", name)]
    scripts = [read_text(HERE / f"{stem}.js") for stem in ("form", name)]
    return assemble(slots["title"], body, data, styles, scripts, words["page"])


def render_unit_form(plan: Plan, language: str = ENGLISH) -> str:
    """Return an HTML form that shows each planned sentence in its reference, and saves a file for `read_annotation`."""
    keys, suggestions = plan.list_annotated(), plan.list_suggestions()
    documents = {key.instance_id for key in keys}
    data = {
        "format": FORMAT,
        "version": VERSION,
        "plan": plan.identity(),
        "suggestions": plan.has_suggestions,
        "sentences": [
            {**key._asdict(), "text": plan.sentences[key].text, "suggestions": suggestions[key]} for key in keys
        ],
        "references": {name: texts for name, texts in _list_references(plan).items() if name in documents},
    }
    return render_form("unit_form", data, language)


def list_worksheet_rows(plan: Plan) -> Iterator[WorksheetRow]:
    """Yield the worksheet's row of each planned sentence."""
    references, suggestions = _list_references(plan), plan.list_suggestions()
    for key in plan.list_annotated():
        whole = " ".join(sentence["text"] for sentence in references[key.instance_id][key.reference])
        yield WorksheetRow(key, plan.sentences[key].text, suggestions[key], whole)


def _list_references(plan: Plan) -> dict[str, list[list[dict[str, Any]]]]:
    """Return each document's references as lists of sentences; a reference without sentences is []."""
    references: dict[str, list[list[dict[str, Any]]]] = {
        name: [[] for _ in range(count)] for name, count in plan.count_references().items()
    }
    for key, sentence in plan.sentences.items():
        references[key.instance_id][key.reference].append({"sentence": key.sentence, "text": sentence.text})
    return references


def render_label_form(
    tasks: Tasks,
    order: Sequence[str],
    annotator: str,
    references: Mapping[str, Sequence[str]] | None = None,
    partly: bool = False,
    language: str = ENGLISH,
) -> str:
    """Return an HTML form that shows the tasks in an order, without systems, and saves a file for `read_votes_of_form`.

    If ``annotator`` is "", the form asks for the name. ``references``: by document, shown on demand; ``partly``:
    whether to offer this vote.
    """
    return render_form("label_form", _build_label_data(tasks, order, annotator, references or {}, partly), language)


def list_vote_rows(tasks: Tasks, order: Sequence[str]) -> Iterator[tuple[str, int, str, str]]:
    """Yield, for each unit of each task, the task's name, the unit's number from 1, its statement, and the summary."""
    for name in order:
        for number, unit in enumerate(tasks[name].units, start=1):
            yield name, number, unit.statement, tasks[name].summary


def _build_label_data(
    tasks: Tasks, order: Sequence[str], annotator: str, references: Mapping[str, Sequence[str]], partly: bool
) -> dict[str, Any]:
    """Return the form's data, in which tasks refer by number to sets of units and of references, each written once."""
    units: dict[tuple[str, ...], int] = {}
    shown: dict[tuple[str, ...], int] = {}
    listed = []
    for name in order:
        statements = tuple(unit.statement for unit in tasks[name].units)
        texts = tuple(references.get(tasks[name].instance_id, ()))
        numbers = {"units": units.setdefault(statements, len(units)), "reference": shown.setdefault(texts, len(shown))}
        listed.append({"task": name, "summary": tasks[name].summary, **numbers})
    identity = sha256(json.dumps([annotator, list(order), *(["partly"] if partly else [])]).encode())[:12]
    head = {"format": VOTES_FORMAT, "version": VERSION, "form": identity, "annotator": annotator, "partly": partly}
    badly = sorted({text for texts in units if is_english(" ".join(texts)) for text in texts if reads_badly(text)})
    return {**head, "tasks": listed, "units": list(units), "references": list(shown), "badly": badly}


_PARTICIPLES = (
    r"(?!need|feed|speed|proceed|succeed|exceed|heed|bleed|breed|embed|shed)\w{2,}ed\b|"
    r"(?:been|done|gone|given|taken|seen|known|shown|written|driven|broken|chosen|spoken|thrown)\b"
)
#: English wordings that show that words are missing
BROKEN_WORDINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # a modal verb before a participle: "he would preferred"
        rf"\b(?:would|could|should|will|may|might|must|can|shall) (?:(?:not|n't|never|also) )?(?:{_PARTICIPLES})",
        # "been" without "have": "bosses been urged"
        r"^(?!.*(?:\b(?:have|has|had|having)\b|['’](?:ve|d)\b).*\bbeen\b|.*['’]s been\b).*\bbeen\b",
        # a pronoun before a participle: "he taking from builders"
        r"\b(?:I|he|she|it|they|we|who) (?!(?:br|s|r|k|spr|sw|cl|(?:no|some|every)?th)ing\b|during\b)\w+ing\b",
        # an end without its noun: "were held to a"
        r"\b(?:a|an|the|of|to|than|and|or|by|with|from|for|at|into)[ .,]*$",
    )
)


def reads_badly(text: str) -> bool:
    """Return whether an English unit has one of BROKEN_WORDINGS or an unpaired quotation mark.

    The wordings were chosen on PyrXSum and REALSumm: 13% of the 294 and 4% of the 832 units that `extract-units` makes
    have one, nearly all of them broken, and none of the 1,534 human SCUs. Of the 11,536 human units in RoSE's
    validation part, 20 have one. Many units that read badly have none.
    """
    return any(wording.search(text) for wording in BROKEN_WORDINGS) or text.count('"') % 2 == 1
