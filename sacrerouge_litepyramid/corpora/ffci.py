"""FFCI's summaries with human scores in this package's formats, one folder per part.

Source: Koto, Baldwin and Lau, JAIR 2022. Focus and coverage are z scores of two systems' summaries
of 135 documents of CNN/DailyMail and of XSUM. Faithfulness is 1 − the released hallucination of
four systems' summaries of 500 documents of XSUM (Maynez et al. 2020). Coherence is in z scores of
the second round of annotation, of four systems' summaries of those 135 documents of CNN/DailyMail.
The files are checked by checksums.
"""

import csv
import hashlib
import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.corpora.data_set import (
    DataSet,
    ScoredSummary,
    load_checksums,
    write_data_set,
)
from sacrerouge_litepyramid.io.downloads import check_members, download_whole, read_members
from sacrerouge_litepyramid.io.summaries import Summary

FAITHFULNESS_CSV = "Faithfulness/aggregated_human_annotation.csv"

CsvRow = dict[str, str]


@dataclass(frozen=True)
class Release:
    """The files in the folder Data."""

    # the archive that they come from
    source: Path
    # their contents by path
    files: Mapping[str, bytes]

    def read_sentences(self, name: str) -> list[str]:
        """Return the sentences of a text file, one per line."""
        return _split_lines(self._read_text(name))

    def read_rows(self, name: str) -> list[CsvRow]:
        """Return the rows of a CSV file."""
        return list(csv.DictReader(io.StringIO(self._read_text(name), newline="")))

    def build_error(self, name: str, problem: str) -> ValueError:
        """Return the error that reports a problem of a released file."""
        return ValueError(f"{self.source}: Data/{name}: {problem}; get the release again")

    def _read_text(self, name: str) -> str:
        if name not in self.files:
            raise self.build_error(name, "no such file")
        return self.files[name].decode()


def read_release(source: str | Path) -> Release:
    """Read the release from an archive (.tar.gz), which is not unpacked.

    Raises ValueError if the release is missing or damaged.
    """
    source = Path(source)
    members = read_members(source)
    for name in members:
        if f"/{name}".endswith(f"/{FAITHFULNESS_CSV}"):
            # The folder Data may lie in the folder of a repository.
            root = name.removesuffix(FAITHFULNESS_CSV)
            inside = (path for path in members if path.startswith(root))
            return Release(source, {path.removeprefix(root): members[path] for path in inside})
    raise ValueError(
        f"{source}: {FAITHFULNESS_CSV} is missing; pass the archive of FFCI's folder Data"
    )


def _split_lines(text: str) -> list[str]:
    """Return the stripped lines of a text, without blank ones."""
    return [line.strip() for line in text.split("\n") if line.strip()]


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
    return [_read_faithfulness_row(release, row) for row in release.read_rows(FAITHFULNESS_CSV)]


def _read_faithfulness_row(release: Release, row: CsvRow) -> ScoredSummary:
    number = row["id"]
    text = release.read_sentences(f"Faithfulness/pred/{number}")
    reference = release.read_sentences(f"Faithfulness/gold/{number}")
    document = release.read_sentences(f"Faithfulness/article_segmented/{number}")
    # 696 of the released summaries have a backslash before their apostrophes.
    text = [sentence.replace("\\'", "'") for sentence in text]
    scores = {"human_faithfulness": 1 - float(row["hallucination_score"])}
    instance_id = f"xsum-{row['bbc_id']}"
    return _build_row(instance_id, row["model"], text, reference, scores, [document])


def _read_coherence(release: Release, system: str) -> list[ScoredSummary]:
    """Return a system's coherence scores.

    The documents and references are those of focus and coverage.
    """
    scores = _read_scores(release, COHERENCE_CSV, system)
    texts = {}
    for row in release.read_rows(COHERENCE_CSV):
        if row["model"] == system:
            texts[row["id"]] = _split_lines(row["text"])
    human = {number: {"human_coherence": score} for number, score in scores.items()}
    return _join_scores(release, "cnndm", system, texts, human)


def _read_scores(release: Release, name: str, system: str) -> dict[str, float]:
    """Read a system's z scores by document number."""
    rows = release.read_rows(name)
    return {row["id"]: float(row["score"]) for row in rows if row["model"] == system}


def _build_row(
    instance_id: str,
    system: str,
    text: list[str],
    reference: list[str],
    scores: dict[str, float],
    documents: Sequence[list[str]] = (),
) -> ScoredSummary:
    """Return a row with one reference; texts are lists of sentences."""
    where = "FFCI's release"
    summary = Summary(instance_id, system, "peer", text, [reference], list(documents), where)
    return ScoredSummary(summary, None, scores)


COMMIT = "83f304a15e98478e3b8eb575bf5099c5bf431354"
ARCHIVE = f"https://codeload.github.com/fajri91/ffci/tar.gz/{COMMIT}"


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
            source: the archive of the data; without it the archive is downloaded to
                output/released.
        """
        release = read_release(source or _download_archive(output / "released"))
        _check_files(release, load_checksums("FFCI"))
        parts = read_parts(release)
        for name, rated in parts.items():
            write_data_set(output / name, {}, rated)
        return {"dataset": "FFCI", **{name: len(rated) for name, rated in parts.items()}}


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
