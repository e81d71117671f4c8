"""FFCI's human scores in this package's formats, one folder per part.

The files are checked against checksums, the counts against those of the paper.
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.corpora.data_set import DataSet, load_checksums
from sacrerouge_litepyramid.corpora.ffci_release import (
    RatedSummary,
    Release,
    read_parts,
    read_release,
)
from sacrerouge_litepyramid.io.downloads import check_members, download_whole
from sacrerouge_litepyramid.io.files import write_json_lines
from sacrerouge_litepyramid.io.metrics import write_metrics
from sacrerouge_litepyramid.io.summaries import summary_to_json

COMMIT = "83f304a15e98478e3b8eb575bf5099c5bf431354"
ARCHIVE = f"https://codeload.github.com/fajri91/ffci/tar.gz/{COMMIT}"
COUNTS = {
    **dict.fromkeys(("cnndm-pg", "cnndm-bert", "xsum-pg", "xsum-bert"), 135),
    "faithfulness": 2000,
    **dict.fromkeys(("coherence-pg", "coherence-bert", "coherence-lead3", "coherence-prophetnet"), 135),
}


@DataSet.register("ffci")
class Ffci(DataSet):
    description = "Setup FFCI's human scores of faithfulness, focus, coverage and inter-sentential coherence"
    example = "data/ffci --source ffci-data.tar.gz"
    files = ("*/summaries.jsonl", "*/metrics.jsonl", "released/*")

    def setup(  # type: ignore[override]
        self, output: Path, *, source: Annotated[Path | None, Files(("*.csv", "*/[0-9]*"))] = None
    ) -> dict[str, Any]:
        """Write PART/summaries.jsonl and PART/metrics.jsonl; return the number of summaries of each part.

        Args:
            source: the archive of the data, or a folder, instead of a download to output/released.
        """
        release = read_release(source or _download_archive(output / "released"))
        _check_files(release, load_checksums("FFCI"))
        parts = read_parts(release)
        _check_counts(release, parts)
        for name, rated in parts.items():
            write_json_lines(output / name / "summaries.jsonl", (summary_to_json(each.summary) for each in rated))
            write_metrics(output / name / "metrics.jsonl", ((each.summary.key, each.metrics()) for each in rated))
        return {"dataset": "FFCI", **{name: len(rated) for name, rated in parts.items()}}


def compute_checksums(release: Release) -> dict[str, str]:
    """Compute the SHA-256 of each CSV file, and of each folder of texts from the sorted names and contents.

    A folder's texts are named by numbers; other files, such as an editor's, are ignored.
    """
    digests: dict[str, hashlib._Hash] = defaultdict(hashlib.sha256)
    for name, content in sorted(release.files.items()):
        folder, _, base = name.rpartition("/")
        if base.isdigit() or base.endswith(".csv"):
            digests[folder if base.isdigit() else name].update(f"{name}\0{len(content)}\0".encode() + content)
    return {group: digest.hexdigest() for group, digest in digests.items()}


def _download_archive(folder: Path) -> Path:
    """Return the archive's path; download it if it is missing, resuming a stopped download."""
    path = folder / f"ffci-{COMMIT[:8]}.tar.gz"
    if not path.exists():
        with download_whole(ARCHIVE, path) as part:
            check_members(part)  # A network's log-in page may come instead of the archive.
    return path


def _check_files(release: Release, expected: Mapping[str, str]) -> None:
    found = compute_checksums(release)
    for name, checksum in expected.items():
        if name not in found:
            raise release.build_error(name, "missing")
        if found[name] != checksum:
            raise release.build_error(name, "not as released: changed or incomplete (its SHA-256 differs)")


def _check_counts(release: Release, parts: Mapping[str, list[RatedSummary]]) -> None:
    for name, count in COUNTS.items():
        if len(parts[name]) != count:
            raise ValueError(f"{release.source}: {name}: {len(parts[name])} summaries, but {count} in the release")
