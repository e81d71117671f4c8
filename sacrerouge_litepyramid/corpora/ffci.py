"""FFCI's summaries with human scores in this package's formats, one folder per part.

Source: Koto, Baldwin and Lau, JAIR 2022. Focus and coverage are z scores of two systems' summaries
of 135 documents of CNN/DailyMail and of XSUM. Faithfulness is 1 − the released hallucination of
four systems' summaries of 500 documents of XSUM (Maynez et al. 2020). Coherence is in z scores of
the second round of annotation, of four systems' summaries of those 135 documents of CNN/DailyMail.
The files are checked by checksums, and their counts against the paper's.
"""

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sacrerouge_litepyramid.corpora.data_set import (
    RELEASE_TOLERANCE,
    DataSet,
    ScoredSummary,
    check_facts,
    load_checksums,
    write_data_set,
)
from sacrerouge_litepyramid.io.downloads import check_members, download_whole, read_members
from sacrerouge_litepyramid.io.files import decode_text
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.tables import read_csv_rows

FAITHFULNESS_CSV = "Faithfulness/aggregated_human_annotation.csv"

CsvRow = dict[str, str]
T = TypeVar("T")


@dataclass(frozen=True)
class Release:
    """The files in the folder Data."""

    # the archive or the folder that they come from
    source: Path
    # their contents by path
    files: Mapping[str, bytes]

    def read_sentences(self, name: str) -> list[str]:
        """Return the sentences of a text file, one per line."""
        return _split_lines(self._read_text(name))

    def read_rows(self, name: str, *fields: str) -> Iterator[CsvRow]:
        """Yield the rows of a CSV file; raise ValueError if a row lacks a field."""
        for row in read_csv_rows(self._read_text(name), f"{self.source}: Data/{name}"):
            missing = [field for field in fields if not row.get(field)]
            if missing:
                raise self.build_error(
                    name, f"a row has no {missing[0]!r}: {list(row.values())!r:.80}"
                )
            yield row

    def parse_number(self, name: str, row: CsvRow, field: str) -> float:
        """Return the number in a field of a row; raise ValueError if it is not a finite number."""
        try:
            value = float(row[field])
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise self.build_error(name, f"{field} is {row[field]!r}, not a number")
        return value

    def build_error(self, name: str, problem: str) -> ValueError:
        """Return the error that reports a problem of a released file."""
        return ValueError(f"{self.source}: Data/{name}: {problem}; get the release again")

    def _read_text(self, name: str) -> str:
        if name not in self.files:
            raise self.build_error(name, "no such file")
        return decode_text(self.files[name], f"{self.source}: Data/{name}", "utf-8")


def read_release(source: str | Path) -> Release:
    """Read the release from an archive (.tar.gz), or from a copy of the repository or of Data.

    An archive is not unpacked. Raises ValueError if the release is missing or damaged.
    """
    source = Path(source)
    if source.is_file():
        return Release(source, _select_data(source, read_members(source)))
    if not source.is_dir():
        raise ValueError(
            f"{source}: no such file or folder; pass the archive of FFCI's data or a copy of its "
            "folder"
        )
    files = [path for path in source.rglob("*") if path.is_file()]
    paths = _select_data(source, {path.relative_to(source).as_posix(): path for path in files})
    return Release(source, {name: path.read_bytes() for name, path in paths.items()})


def _split_lines(text: str) -> list[str]:
    """Return the stripped lines of a text, without blank ones."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def _select_data(source: Path, files: Mapping[str, T]) -> dict[str, T]:
    """Return the files in the folder Data by their paths in it."""
    for name in files:
        if f"/{name}".endswith(f"/{FAITHFULNESS_CSV}"):
            root = name.removesuffix(FAITHFULNESS_CSV)
            inside = (path for path in files if path.startswith(root))
            return {path.removeprefix(root): files[path] for path in inside}
    raise ValueError(
        f"{source}: {FAITHFULNESS_CSV} is missing; pass the archive of FFCI's data, or its folder "
        "Data"
    )


CORPORA = ("cnndm", "xsum")
FOCUS_SYSTEMS = ("PG", "BERT")
COHERENCE_SYSTEMS = ("PG", "BERT", "LEAD3", "PROPHETNET")
COHERENCE_CSV = "Intersentential Coherence/published_data_ic_z.csv"


def read_parts(release: Release) -> dict[str, list[ScoredSummary]]:
    """Return the parts by name.

    A part was annotated together, and correlations are computed within it. Its scores come from
    annotators: human_focus, human_coverage, human_faithfulness or human_coherence.
    """
    parts = {}
    for corpus in CORPORA:
        for system in FOCUS_SYSTEMS:
            part = _read_focus_and_coverage(release, corpus, system)
            parts[f"{corpus}-{system.lower()}"] = part
    parts["faithfulness"] = _read_faithfulness(release)
    for system in COHERENCE_SYSTEMS:
        parts[f"coherence-{system.lower()}"] = _read_coherence(release, system)
    return parts


def _read_focus_and_coverage(release: Release, corpus: str, system: str) -> list[ScoredSummary]:
    folder = f"Focus and Coverage/{corpus}"
    focus = _read_scores(release, f"{folder}/human_focus_final.csv", system)
    coverage = _read_scores(release, f"{folder}/human_coverage_final.csv", system)
    if focus.keys() != coverage.keys():
        raise release.build_error(
            folder, f"focus and coverage of {system} have different documents"
        )
    texts = {}
    human = {}
    for number, score in focus.items():
        texts[number] = release.read_sentences(f"{folder}/pred_{system}/{number}")
        human[number] = {"human_focus": score, "human_coverage": coverage[number]}
    return _join_scores(release, corpus, system, texts, human)


def _join_scores(
    release: Release,
    corpus: str,
    system: str,
    texts: Mapping[str, list[str]],
    human: Mapping[str, dict[str, float]],
) -> list[ScoredSummary]:
    """Join a system's texts, references and human scores by document number."""
    rows = []
    for number in sorted(human, key=int):
        reference = release.read_sentences(f"Focus and Coverage/{corpus}/gold/{number}")
        scores = human[number]
        rows.append(_build_row(f"{corpus}-{number}", system, texts[number], reference, scores))
    return rows


def _read_faithfulness(release: Release) -> list[ScoredSummary]:
    fields = ("bbc_id", "id", "model", "hallucination_score", "faithfulness_score")
    rows = release.read_rows(FAITHFULNESS_CSV, *fields)
    rated = [_read_faithfulness_row(release, row) for row in rows]
    if len({row.summary.key for row in rated}) < len(rated):
        raise release.build_error(FAITHFULNESS_CSV, "two rows have the same summary")
    return rated


def _read_faithfulness_row(release: Release, row: CsvRow) -> ScoredSummary:
    score = 1 - release.parse_number(FAITHFULNESS_CSV, row, "hallucination_score")
    released = release.parse_number(FAITHFULNESS_CSV, row, "faithfulness_score")
    number = row["id"]
    if abs(score - released) > RELEASE_TOLERANCE:
        raise release.build_error(
            FAITHFULNESS_CSV, f"the two scores of id {number!r} contradict each other"
        )
    text = release.read_sentences(f"Faithfulness/pred/{number}")
    reference = release.read_sentences(f"Faithfulness/gold/{number}")
    document = release.read_sentences(f"Faithfulness/article_segmented/{number}")
    # 696 of the released summaries have a backslash before their apostrophes.
    text = [sentence.replace("\\'", "'") for sentence in text]
    scores = {"human_faithfulness": score}
    scored = _build_row(f"xsum-{row['bbc_id']}", row["model"], text, reference, scores)
    summary = scored.summary._replace(documents=[document] if document else [])
    return scored._replace(summary=summary)


def _read_coherence(release: Release, system: str) -> list[ScoredSummary]:
    """Return a system's coherence scores.

    The documents and references are those of focus and coverage.
    """
    scores = _read_scores(release, COHERENCE_CSV, system)
    rows = release.read_rows(COHERENCE_CSV, "id", "model", "text")
    texts = {row["id"]: _split_lines(row["text"]) for row in rows if row["model"] == system}
    human = {number: {"human_coherence": score} for number, score in scores.items()}
    return _join_scores(release, "cnndm", system, texts, human)


def _read_scores(release: Release, name: str, system: str) -> dict[str, float]:
    """Read a system's z scores by document number."""
    scores: dict[str, float] = {}
    for row in release.read_rows(name, "id", "model", "score"):
        if row["model"] == system:
            if row["id"] in scores or not row["id"].isdecimal():
                raise release.build_error(
                    name, f"{system}: id {row['id']!r} occurs twice or is not a number"
                )
            scores[row["id"]] = release.parse_number(name, row, "score")
    return scores


def _build_row(
    instance_id: str, system: str, text: list[str], reference: list[str], scores: dict[str, float]
) -> ScoredSummary:
    summary = Summary(instance_id, system, "peer", text, [reference], [], "FFCI's release")
    return ScoredSummary(summary, None, scores)


COMMIT = "83f304a15e98478e3b8eb575bf5099c5bf431354"
ARCHIVE = f"https://codeload.github.com/fajri91/ffci/tar.gz/{COMMIT}"
#: the number of summaries in each part
COUNTS = {
    "cnndm-pg": 135,
    "cnndm-bert": 135,
    "xsum-pg": 135,
    "xsum-bert": 135,
    "faithfulness": 2000,
    "coherence-pg": 135,
    "coherence-bert": 135,
    "coherence-lead3": 135,
    "coherence-prophetnet": 135,
}


@DataSet.register("ffci")
class Ffci(DataSet):
    description = (
        "Set up FFCI's human scores of faithfulness, focus, coverage and inter-sentential coherence"
    )
    example = "data/ffci --source ffci-data.tar.gz"
    files = ("*/summaries.jsonl", "*/metrics.jsonl", "released/*")

    def setup(  # type: ignore[override]
        self, output: Path, *, source: Path | None = None
    ) -> dict[str, Any]:
        """Write PART/summaries.jsonl and PART/metrics.jsonl; return the parts' sizes.

        Args:
            source: the archive of the data, or a folder; without it the archive is downloaded to
                output/released.
        """
        release = read_release(source or _download_archive(output / "released"))
        _check_files(release, load_checksums("FFCI"))
        parts = read_parts(release)
        counts = {name: len(rated) for name, rated in parts.items()}
        check_facts(release.source, counts, COUNTS)
        for name, rated in parts.items():
            write_data_set(output / name, {}, rated)
        return {"dataset": "FFCI", **counts}


def compute_checksums(release: Release) -> dict[str, str]:
    """Return the SHA-256 of each CSV file, and one for each folder of texts.

    The digest of a folder covers the sorted names and the contents of its texts.
    """
    digests: dict[str, hashlib._Hash] = defaultdict(hashlib.sha256)
    for name, content in sorted(release.files.items()):
        folder, _, base = name.rpartition("/")
        # A text's name is a number; other files, such as an editor's, are ignored.
        is_text = base.isdigit()
        if is_text or base.endswith(".csv"):
            digest = digests[folder if is_text else name]
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return {group: digest.hexdigest() for group, digest in digests.items()}


def _download_archive(folder: Path) -> Path:
    """Return the archive's path; download it if it is missing, resuming a stopped download."""
    path = folder / f"ffci-{COMMIT[:8]}.tar.gz"
    if not path.exists():
        with download_whole(ARCHIVE, path) as part:
            # The download may be a network's log-in page.
            check_members(part)
    return path


def _check_files(release: Release, expected: Mapping[str, str]) -> None:
    actual = compute_checksums(release)
    for name, checksum in expected.items():
        if actual.get(name) != checksum:
            raise release.build_error(name, "missing, changed or incomplete (the SHA-256 differs)")
