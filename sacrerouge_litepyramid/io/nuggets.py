"""Lists nuggetizer's assignments (Pradeep et al., 2025) from labels or evidence, and leaderboards as trec_eval's.

An assignment is ``{"query", "qid", "answer_text", "response_length", "run_id", "nuggets": [{"text", "importance",
"assignment"}]}``; qid is the instance, and run_id the system."""

import json
import math
from collections.abc import Iterator

from sacrerouge_litepyramid.core.units import OKAY, VITAL
from sacrerouge_litepyramid.io.evaluation_folder import SUMMARIES, EvaluationFolder
from sacrerouge_litepyramid.io.evidence import read_evidence_labels
from sacrerouge_litepyramid.io.files import Line, read_json_lines, required
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.metrics import parse_key
from sacrerouge_litepyramid.io.score_files import merge_metric_rows, read_score_lines

GRADES = {"not_support": 0.0, "partial_support": 0.5, "support": 1.0}
#: the field of summaries.jsonl with the assignment's fields other than text and nuggets
RECORD = "nuggetizer"


def list_assignments(folder: EvaluationFolder) -> Iterator[str]:
    """Yield the assignment of each summary as JSON, from the folder's labels, or from evidence if it is named or alone.

    A label or probability is rounded to 0, 0.5 or 1, ties upwards; units without one are omitted, and units without an
    importance count as okay. ``query`` is "" unless summaries.jsonl has it.
    """
    path = folder.find(SUMMARIES)
    lines = {tuple(parse_key(line)): line for line in read_json_lines(path)} if path else {}
    if folder.path and folder.labels_file and not folder.has_named_evidence:
        labelled = read_labelled_folder(folder.path)
    else:
        labelled = [summary for file in folder.require_evidence() for summary in read_evidence_labels(file)]
    for summary in labelled:
        line, text = lines.get(summary[:2]), summary.summary
        record = {"query": "", "qid": summary[0], "run_id": summary[1], "response_length": len(text.split())}
        if line is not None and isinstance(line.data.get(RECORD), dict):
            record, text = line.data[RECORD], required(Line(required(line, "summary", dict), line.where), "text", str)
        places = [math.floor(2 * label + 0.5) for label in summary.labels]
        nuggets = [
            {"text": unit.text, "importance": unit.importance or OKAY, "assignment": list(GRADES)[place]}
            for unit, place in zip(summary.units, places, strict=True)
        ]
        data = {**record, "answer_text": text, "nuggets": nuggets}
        yield f"{json.dumps(data, ensure_ascii=False)}\n"


def list_leaderboard(folder: EvaluationFolder) -> Iterator[str]:
    """Yield "run measure topic value", separated by tabs, for the peers' scores, and for their means as topic "all".

    A missing score over vital units counts as 0, as in nuggetizer; other missing scores are omitted.
    """
    scores: dict[tuple[str, str], dict[str, float]] = {}
    for row in merge_metric_rows(line for path in folder.score_files for line in read_score_lines(path)):
        topic, run, kind = (row.pop(name) for name in ("instance_id", "summarizer_id", "summarizer_type"))
        for name, value in row.items() if kind == "peer" else ():
            is_missing = value is None or math.isnan(value)
            if name.endswith(f"_{VITAL}") or not is_missing:
                scores.setdefault((run, name), {})[topic] = 0.0 if is_missing else value
    for (run, name), values in sorted(scores.items()):
        for topic, value in [*values.items(), ("all", sum(values.values()) / len(values))]:
            yield f"{run}\t{name}\t{topic}\t{value:.6f}\n"
