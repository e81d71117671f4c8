"""REALSumm's metric scores and votes, in this package's formats.

Source: Bhandari et al. 2020 and the repository neulab/REALSumm (CC-BY-4.0); a folder has either its
layout (scores_dicts/abs.pkl, human_annotations/SCUs_and_annotations/…) or the same data as JSON
(scores-abs.json, annotations/…). The result is checked against numbers that were counted in the
release.

The released scores of abs_bart_out are a copy of ext_bart_out's; only its votes are its own.
"""

import csv
import io
import json
import pickle
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.corpora.data_set import RELEASE_TOLERANCE, DataSet, check_facts
from sacrerouge_litepyramid.io.files import open_binary, read_text, write_json_lines
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.machine_files import refuse_changes
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey, write_metrics
from sacrerouge_litepyramid.io.units import write_units
from sacrerouge_litepyramid.statistics.votes import is_tied, majority

#: the function that makes a number of numpy; versions of numpy call it by different names
SCALAR = np.float64(0).__reduce__()[0]
#: the functions that a pickle of scores calls
PICKLED_FUNCTIONS = {
    ("numpy", "dtype"): np.dtype,
    ("numpy.core.multiarray", "scalar"): SCALAR,
    ("numpy._core.multiarray", "scalar"): SCALAR,
}


class _ScoresUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in PICKLED_FUNCTIONS:
            raise pickle.UnpicklingError(
                f"it calls {module}.{name}, but a pickle of scores may only contain numbers"
            )
        return PICKLED_FUNCTIONS[module, name]


def read_pickle(path: str | Path) -> Any:
    """Load a pickle of scores; raise ValueError if it contains anything but numbers and texts."""
    with open_binary(path) as file:
        try:
            return _ScoresUnpickler(file).load()
        # A broken pickle may raise nearly any exception.
        except Exception as error:
            raise ValueError(
                f"{path}: not a pickle of scores ({type(error).__name__}: {error})"
            ) from None


RELEASE = "neulab/REALSumm"
GROUPS = ("abs", "ext")
#: extractive systems whose votes were released in the folder of the abstractive ones
EXTRACTIVE = ("banditsumm_out", "neusumm_out")
STATEMENTS_PER_PAGE = 16
#: the statement that fills up a page
BLANK = "BLANK"
VOTES = {"p": 1, "n": 0}
SCORE_FILES = ("scores-{}.json", "scores_dicts/{}.pkl", "{}.pkl")
ANNOTATIONS = ("annotations", "human_annotations/SCUs_and_annotations", ".")
DOCUMENTS = "selected_documents.md"


class Page(NamedTuple):
    """The annotation of one summary: the SCUs and the workers' votes, 0 or 1, (workers, SCUs)."""

    scus: tuple[str, ...]
    votes: np.ndarray

    def labels(self) -> np.ndarray:
        """Return 1 for each SCU that more than half of the workers found, else 0, (SCUs,)."""
        return majority(self.votes).astype(int)

    def ties(self) -> int:
        """Return the number of SCUs on which the votes are tied."""
        return int(is_tied(self.votes).sum())


class ReleasedSummary(NamedTuple):
    """A released summary: its text with <t> tags, and its scores by metric."""

    text: str
    scores: dict[str, float]


def read_instance_ids(folder: Path) -> list[str]:
    """Read the documents' names from the list of line numbers in selected_documents.md.

    The integer ids in the files of scores are indices into this list.
    """
    path = _find_first(folder, [DOCUMENTS], "the documents' line numbers")
    with refuse_changes(path, "list of documents", RELEASE):
        (numbers,) = re.findall(r"\[[\d,\s]+\]", read_text(path))
        return [f"cnndm{number}" for number in json.loads(numbers)]


def read_released_summaries(folder: Path) -> dict[SummaryKey, ReleasedSummary]:
    """Read the released scores, with systems named GROUP_NAME.

    Raises ValueError if the layout differs.
    """
    ids = read_instance_ids(folder)
    scored = {}
    for group in GROUPS:
        names = [name.format(group) for name in SCORE_FILES]
        path = _find_first(folder, names, "the released scores")
        with refuse_changes(path, "file of scores", RELEASE):
            for number, document in _load_scores(path).items():
                for name, summary in document["system_summaries"].items():
                    key = SummaryKey(ids[int(number)], f"{group}_{name.removesuffix('.txt')}")
                    scores = {metric: float(value) for metric, value in summary["scores"].items()}
                    scored[key] = ReleasedSummary(summary["system_summary"], scores)
    return scored


def read_pages(folder: Path) -> dict[SummaryKey, Page]:
    """Read the crowd's votes by document and system, without BLANK statements.

    Raises ValueError if a file's columns differ or a vote is neither p nor n.
    """
    names = [f"{name}/SCU_rating_results_abs_systems" for name in ANNOTATIONS]
    root = _find_first(folder, names, "the votes")
    rows: dict[SummaryKey, list[list[int]]] = {}
    scus: dict[SummaryKey, tuple[str, ...]] = {}
    for group in GROUPS:
        for path in sorted(root.with_name(f"SCU_rating_results_{group}_systems").glob("*.csv")):
            with refuse_changes(path, "file of votes", RELEASE):
                for row in csv.DictReader(io.StringIO(read_text(path), newline="")):
                    key, scus[key], votes = _parse_row(row, group)
                    rows.setdefault(key, []).append(votes)
    return {key: Page(scus[key], np.array(votes)) for key, votes in rows.items()}


def _parse_row(row: Mapping[str, str], group: str) -> tuple[SummaryKey, tuple[str, ...], list[int]]:
    """Return the summary, its SCUs and one worker's votes on them."""
    name = row["Input.summaryId"]
    group = "ext" if name in EXTRACTIVE else group
    scus = []
    votes = []
    for number in range(1, STATEMENTS_PER_PAGE + 1):
        text = row[f"Input.statement_{number}"]
        if text != BLANK:
            scus.append(text)
            votes.append(VOTES[row[f"Answer.S{number}Answer"]])
    return SummaryKey(row["Input.eventId"], f"{group}_{name}"), tuple(scus), votes


def _load_scores(path: Path) -> Any:
    return parse_json(read_text(path), path) if path.suffix == ".json" else read_pickle(path)


def _find_first(folder: Path, names: list[str], contents: str) -> Path:
    for name in names:
        if (folder / name).exists():
            return folder / name
    raise ValueError(
        f"{folder}: {contents} are missing (tried {', '.join(names)}); pass a copy of {RELEASE}"
    )


#: the system whose released scores are a copy, and the system that they are a copy of
COPY = "abs_bart_out"
COPIED = "ext_bart_out"


def list_scores(
    scores: Mapping[SummaryKey, ReleasedSummary], with_copy: bool = False
) -> dict[SummaryKey, dict[str, float]]:
    """Return the scores of 24 systems, or ``with_copy`` of all 25, sorted by system."""
    rows = sorted(scores.items(), key=lambda item: item[0].summarizer_id)
    return {key: row.scores for key, row in rows if with_copy or key.summarizer_id != COPY}


def count_facts(
    scores: Mapping[SummaryKey, ReleasedSummary], pages: Mapping[SummaryKey, Page]
) -> dict[str, int]:
    """Return the counts that FACTS has for the release."""
    counts = dict.fromkeys(FACTS, 0)
    scus = {}
    for key, page in pages.items():
        counts["summaries"] += 1
        counts["rows"] += len(page.votes)
        counts["labels"] += len(page.scus)
        counts["ties"] += page.ties()
        scus[key.instance_id] = len(page.scus)
        if key in scores and key.summarizer_id != COPY:
            released = scores[key].scores.get(HUMAN_METRIC, np.nan)
            difference = abs(page.labels().mean() - released)
            counts["reproduced"] += int(difference < RELEASE_TOLERANCE)
    counts["scus"] = sum(scus.values())
    for key, row in scores.items():
        if key.summarizer_id == COPY:
            counts["copied"] += int(row == scores.get(key._replace(summarizer_id=COPIED)))
    return counts


#: what was counted in the release
FACTS = {
    # annotated summaries
    "summaries": 2500,
    # lines with one worker's votes on one summary
    "rows": 7743,
    "scus": 1056,
    "labels": 26400,
    # SCUs of a summary on which the votes are tied
    "ties": 277,
    # released human scores that equal those from the votes, without the abstractive BART's
    "reproduced": 2400,
    # the abstractive BART's summaries whose text and scores equal those of the extractive one
    "copied": 100,
}


@DataSet.register("realsumm-scores")
class RealSummScores(DataSet):
    description = "Set up REALSumm's released metric scores and crowd workers' votes"
    example = "data/realsumm-scores --source DIR"
    files = ("metrics.jsonl", "labels.jsonl", "votes.jsonl", "scus.jsonl")

    def setup(self, output: Path, *, source: Path) -> dict[str, Any]:  # type: ignore[override]
        """Write the scores of 24 systems, and the labels and votes of all 25.

        Args:
            source: a copy of the repository neulab/REALSumm.
        """
        scores, pages = read_released_summaries(source), read_pages(source)
        facts = count_facts(scores, pages)
        check_facts(source, facts, FACTS)
        metrics = {}
        for key, values in list_scores(scores).items():
            # The first metric of metrics.jsonl is the human score.
            metrics[key] = {HUMAN_METRIC: values[HUMAN_METRIC], **values}
        labels = ((key, page.labels().tolist()) for key, page in pages.items())
        votes = ({**key._asdict(), "votes": page.votes.tolist()} for key, page in pages.items())
        units = {key.instance_id: as_units(page.scus) for key, page in pages.items()}
        write_metrics(output / "metrics.jsonl", metrics.items())
        write_labels(output / "labels.jsonl", labels)
        write_json_lines(output / "votes.jsonl", votes)
        write_units(output / "scus.jsonl", units.items())
        systems = len({key.summarizer_id for key in metrics})
        return {"dataset": "REALSumm scores", **facts, "systems": systems}
