"""REALSumm's metric scores and votes, in this package's formats.

Source: Bhandari et al. 2020 and the repository neulab/REALSumm (CC-BY-4.0); a folder has either its
layout (scores_dicts/abs.pkl, human_annotations/SCUs_and_annotations/…) or the same data as JSON
(scores-abs.json, annotations/…). The result is checked against numbers that were counted in the
release.

The released scores of abs_bart_out are a copy of ext_bart_out's; only its votes are its own.
"""

import io
import pickle
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.json_text import parse_json, sha256
from sacrerouge_litepyramid.core.units import as_units
from sacrerouge_litepyramid.corpora.data_set import RELEASE_TOLERANCE, DataSet, check_facts
from sacrerouge_litepyramid.io.files import open_binary, read_text, write_json, write_json_lines
from sacrerouge_litepyramid.io.labels import write_labels
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, SummaryKey, write_metrics
from sacrerouge_litepyramid.io.tables import read_csv_rows
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
    """Load a pickle of scores; raise ValueError unless PATH.sha256 has its SHA-256."""
    with open_binary(path) as file:
        data = file.read()
    checksum_file = Path(f"{path}.sha256")
    if not checksum_file.is_file() or read_text(checksum_file).split()[:1] != [sha256(data)]:
        name = Path(path).name
        raise ValueError(
            f"{path}: refused: a pickle may run code, and {checksum_file.name} does not have its "
            f"SHA-256; if you trust your copy, write it: sha256sum {name} > {checksum_file.name}; "
            "or pass the scores as JSON"
        )
    try:
        return _ScoresUnpickler(io.BytesIO(data)).load()
    # A broken pickle may raise nearly any exception.
    except Exception as error:
        raise ValueError(
            f"{path}: not a pickle of scores ({type(error).__name__}: {error})"
        ) from None


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
    numbers = re.search(r"\[[\d,\s]+\]", read_text(path))
    if numbers is None:
        raise ValueError(f"{path}: no list of line numbers; get the file again")
    ids = parse_json(numbers[0], path, "the file must be as released")
    return [f"cnndm{number}" for number in ids]


def read_released_summaries(folder: Path) -> dict[SummaryKey, ReleasedSummary]:
    """Read the released scores, with systems named GROUP_NAME.

    Raises ValueError if the layout differs.
    """
    ids = read_instance_ids(folder)
    scored = {}
    for group in GROUPS:
        names = [name.format(group) for name in SCORE_FILES]
        path = _find_first(folder, names, "the released scores")
        for number, document in _load_scores(path).items():
            try:
                for name, summary in document["system_summaries"].items():
                    key = SummaryKey(ids[int(number)], f"{group}_{name.removesuffix('.txt')}")
                    scores = {metric: float(value) for metric, value in summary["scores"].items()}
                    scored[key] = ReleasedSummary(summary["system_summary"], scores)
            except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
                raise ValueError(
                    f"{path}, document {number!r}: not as released ({type(error).__name__}: "
                    f"{error}); a document must "
                    'be {"system_summaries": {NAME: {"system_summary", "scores"}}} with a number '
                    "from 0 to 99"
                ) from None
    return scored


def read_pages(folder: Path) -> dict[SummaryKey, Page]:
    """Read the crowd's votes by document and system, without BLANK statements.

    Raises ValueError if a vote is neither p nor n, or if the workers of a page saw different
    statements.
    """
    names = [f"{name}/SCU_rating_results_abs_systems" for name in ANNOTATIONS]
    root = _find_first(folder, names, "the votes")
    rows: dict[SummaryKey, list[list[int]]] = {}
    scus: dict[SummaryKey, tuple[str, ...]] = {}
    for group in GROUPS:
        votes_folder = root.with_name(f"SCU_rating_results_{group}_systems")
        paths = sorted(votes_folder.glob("*.csv"))
        if not paths:
            raise ValueError(f"{votes_folder}: no CSV files of votes; get the release again")
        for path in paths:
            for line, row in enumerate(read_csv_rows(read_text(path), path), start=1):
                key, statements, votes = _parse_row(row, group, f"{path}, row {line}")
                if scus.setdefault(key, statements) != statements:
                    raise ValueError(
                        f"{path}, row {line}: another worker of this page saw different statements"
                    )
                rows.setdefault(key, []).append(votes)
    return {key: Page(scus[key], np.array(votes)) for key, votes in rows.items()}


def _parse_row(
    row: Mapping[str, str], group: str, where: str
) -> tuple[SummaryKey, tuple[str, ...], list[int]]:
    numbers = range(1, STATEMENTS_PER_PAGE + 1)
    try:
        name = row["Input.summaryId"]
        key = SummaryKey(row["Input.eventId"], f"{'ext' if name in EXTRACTIVE else group}_{name}")
        statements = [row[f"Input.statement_{number}"] for number in numbers]
        answers = [row[f"Answer.S{number}Answer"] for number in numbers]
    except KeyError as error:
        raise ValueError(f"{where}: no column {error}; the file must be as released") from None
    scus = []
    votes = []
    for text, answer in zip(statements, answers, strict=True):
        if text != BLANK:
            if answer not in VOTES:
                raise ValueError(f"{where}: a vote must be p or n, not {answer!r}")
            scus.append(text)
            votes.append(VOTES[answer])
    return key, tuple(scus), votes


def _load_scores(path: Path) -> dict[Any, Any]:
    data = parse_json(read_text(path), path) if path.suffix == ".json" else read_pickle(path)
    if not isinstance(data, dict):
        raise ValueError(
            f"{path}: must be an object with a field per document, not {type(data).__name__}"
        )
    return data


def _find_first(folder: Path, names: list[str], contents: str) -> Path:
    for name in names:
        if (folder / name).exists():
            return folder / name
    raise ValueError(
        f"{folder}: {contents} are missing (tried {', '.join(names)}); pass a copy of "
        "neulab/REALSumm"
    )


#: the system whose released scores are a copy, and the system that they are a copy of
COPY = "abs_bart_out"
COPIED = "ext_bart_out"
BART_POLICIES = ("drop", "as-is", "repaired")


def apply_policy(
    scores: Mapping[SummaryKey, ReleasedSummary], pages: Mapping[SummaryKey, Page], policy: str
) -> dict[SummaryKey, dict[str, float]]:
    """Return scores by document and system; raise ValueError if the policy is unknown.

    "drop" excludes the abstractive BART (24 systems); "as-is" keeps its copied scores (25 systems);
    "repaired" gives it only the human score from its votes (25 systems).
    """
    if policy not in BART_POLICIES:
        raise ValueError(
            f"{name_argument('bart')} must be one of {', '.join(BART_POLICIES)}, not {policy!r}"
        )
    metrics = {}
    for key, row in scores.items():
        if policy == "as-is" or key.summarizer_id != COPY:
            metrics[key] = row.scores
    if policy == "repaired":
        for key, page in pages.items():
            if key.summarizer_id == COPY:
                metrics[key] = {HUMAN_METRIC: float(page.labels().mean())}
    return {key: metrics[key] for key in sorted(metrics, key=lambda key: key.summarizer_id)}


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
    files = ("metrics.jsonl", "labels.jsonl", "votes.jsonl", "scus.jsonl", "counts.json")

    def setup(  # type: ignore[override]
        self,
        output: Path,
        *,
        source: Path,
        bart: Literal["drop", "as-is", "repaired"] = "drop",
    ) -> dict[str, Any]:
        """Write the data set; the labels cover all 25 systems.

        Args:
            source: a copy of the repository neulab/REALSumm.
            bart: in metrics.jsonl, drop the abstractive BART, whose released scores are a copy of
                the extractive one's (24 systems), keep it as-is (25, one twice), or repaired (25,
                with its human score from votes only).
        """
        scores, pages = read_released_summaries(source), read_pages(source)
        facts = count_facts(scores, pages)
        check_facts(source, facts, FACTS)
        metrics = {}
        for key, values in apply_policy(scores, pages, bart).items():
            # The first metric of metrics.jsonl is the human score.
            metrics[key] = {HUMAN_METRIC: values[HUMAN_METRIC], **values}
        counts = {**facts, "bart": bart, "systems": len({key.summarizer_id for key in metrics})}
        labels = ((key, page.labels().tolist()) for key, page in pages.items())
        votes = ({**key._asdict(), "votes": page.votes.tolist()} for key, page in pages.items())
        units = {key.instance_id: as_units(page.scus) for key, page in pages.items()}
        write_metrics(output / "metrics.jsonl", metrics.items())
        write_labels(output / "labels.jsonl", labels)
        write_json_lines(output / "votes.jsonl", votes)
        write_units(output / "scus.jsonl", units.items())
        write_json(output / "counts.json", counts)
        return {"dataset": "REALSumm scores", **counts}
