"""The forms in one shared frame, and their worksheets: SCUs of planned sentences, labels of units in summaries."""

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
WORDS = HERE / "words"


def render_form(name: str, data: dict[str, Any], language: str = ENGLISH) -> str:
    """Return a form as HTML: NAME.html in the shared frame, with NAME.css and NAME.js after the shared files."""
    words = read_words(WORDS, language)
    slots = {**words["form"], **words[name]}
    body = fill(read_text(HERE / "form.html"), {**slots, "task": fill(read_text(HERE / f"{name}.html"), slots)})
    data = {**data, "words": {**words["form_script"], **words[f"{name}_script"]}}
    styles = [read_text(HERE / f"{stem}.css") for stem in ("form", name)]
    scripts = [read_text(HERE / f"{stem}.js") for stem in ("form", "timing", name)]
    return assemble(slots["title"], body, data, styles, scripts, words["page"])


def render_unit_form(plan: Plan, language: str = ENGLISH) -> str:
    """Return an HTML form that shows each planned sentence in its reference and saves a file for read_annotation."""
    keys, suggestions = plan.list_annotated(), plan.list_suggestions()
    asked = {key.instance_id for key in keys}
    data = {
        "format": FORMAT,
        "version": VERSION,
        "plan": plan.identity(),
        "suggestions": plan.has_suggestions,
        "sentences": [
            {**key._asdict(), "text": plan.sentences[key].text, "suggestions": suggestions[key]} for key in keys
        ],
        "references": {name: sentences for name, sentences in _references(plan).items() if name in asked},
    }
    return render_form("unit_form", data, language)


def list_worksheet_rows(plan: Plan) -> Iterator[WorksheetRow]:
    """Yield what the worksheet shows of each planned sentence."""
    references, suggestions = _references(plan), plan.list_suggestions()
    for key in plan.list_annotated():
        whole = " ".join(sentence["text"] for sentence in references[key.instance_id][key.reference])
        yield WorksheetRow(key, plan.sentences[key].text, suggestions[key], whole)


def _references(plan: Plan) -> dict[str, list[list[dict[str, Any]]]]:
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
    """Return an HTML form that shows the tasks in an order, names no system, and saves a file for read_votes_of_form.

    With the ``annotator`` "" the form asks for the name. ``references``: by document, to be shown on demand;
    ``partly``: offer this vote.
    """
    data = _build_label_data(tasks, order, annotator, references or {}, partly)
    return render_form("label_form", data, language)


def list_vote_rows(tasks: Tasks, order: Sequence[str]) -> Iterator[tuple[str, int, str, str]]:
    """Yield for each unit of each task the task's name, the unit's number from 1, its statement, and the summary."""
    for name in order:
        for number, unit in enumerate(tasks[name].units, start=1):
            yield name, number, unit.statement, tasks[name].summary


def _build_label_data(
    tasks: Tasks, order: Sequence[str], annotator: str, references: Mapping[str, Sequence[str]], partly: bool
) -> dict[str, Any]:
    """Return the form's data, in which tasks refer to sets of units and of references that are written once."""
    sets: dict[tuple[str, ...], int] = {}
    shown: dict[tuple[str, ...], int] = {}
    listed = []
    for name in order:
        texts = tuple(unit.statement for unit in tasks[name].units)
        stated = tuple(references.get(tasks[name].instance_id, ()))
        places = {"units": sets.setdefault(texts, len(sets)), "reference": shown.setdefault(stated, len(shown))}
        listed.append({"task": name, "summary": tasks[name].summary, **places})
    digest = sha256(json.dumps([annotator, list(order), *(["partly"] if partly else [])]).encode())[:12]
    head = {"format": VOTES_FORMAT, "version": VERSION, "form": digest, "annotator": annotator, "partly": partly}
    badly = sorted({text for texts in sets if is_english(" ".join(texts)) for text in texts if reads_badly(text)})
    return {**head, "tasks": listed, "units": list(sets), "references": list(shown), "badly": badly}


_PARTICIPLES = (
    r"(?!need|feed|speed|proceed|succeed|exceed|heed|bleed|breed|embed|shed)\w{2,}ed\b|"
    r"(?:been|done|gone|given|taken|seen|known|shown|written|driven|broken|chosen|spoken|thrown)\b"
)
#: English wordings that show that words between were left out, by closed lists of words
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
    """Return whether an English unit has one of BROKEN_WORDINGS, or a quotation mark without its other one.

    True for 13% of the 294 units that `extract-units` makes of PyrXSum and 4% of REALSumm's 832, nearly all of them
    broken, and for none of their 1,534 human SCUs, by which the lists were chosen; elsewhere for 20 of the 11,536
    human units of RoSE's validation part. Many units that read badly have none of these wordings.
    """
    return any(wording.search(text) for wording in BROKEN_WORDINGS) or text.count('"') % 2 == 1
