"""Get a data set's released files from a folder or from the network, and check each against its checksum."""

import json
from collections.abc import Mapping
from pathlib import Path

from tqdm import tqdm

from sacrerouge_litepyramid.io.downloads import download
from sacrerouge_litepyramid.io.files import check_writable, hash_file, read_text

REMEDY = "run the command again to go on, or give --source DIR, a copy of that folder"


def load_checksums(name: str) -> dict[str, str]:
    """Return the SHA-256 of each released file of a data set, by its path within the data set's folder."""
    return json.loads(read_text(Path(__file__).parent.parent / "corpora" / "checksums.json"))[name]


def fetch(url: str, checksums: Mapping[str, str], folder: Path) -> None:
    """Download the files that ``folder`` lacks or holds with another checksum.

    Raises ValueError naming the address and the remedy when a file cannot be downloaded or is not the released one.
    """
    missing = [name for name, checksum in checksums.items() if not _is_released(folder / name, checksum)]
    for name in tqdm(missing, desc=f"Downloading to {folder}", unit="file", disable=None):
        address = f"{url}/{name}"
        path = folder / name
        check_writable(path)
        part = path.with_name(path.name + ".part")
        download(address, part, remedy=REMEDY)
        try:
            _check_checksum(address, hash_file(part), checksums[name])
        except ValueError:
            part.unlink()
            raise
        part.replace(path)


def verify(folder: Path, checksums: Mapping[str, str]) -> None:
    """Raise ValueError for a file of ``folder`` that is missing or is not the released one."""
    if not folder.is_dir():
        raise ValueError(f"{folder}: no such folder; --source must be a copy of the released data folder")
    for name, checksum in checksums.items():
        path = folder / name
        if not path.is_file():
            raise ValueError(f"{path}: no such file; --source must be a copy of the whole released data folder")
        _check_checksum(path, hash_file(path), checksum)


def _is_released(path: Path, checksum: str) -> bool:
    return path.is_file() and hash_file(path) == checksum


def _check_checksum(where: str | Path, actual: str, expected: str) -> None:
    if actual != expected:
        raise ValueError(
            f"{where}: wrong checksum (SHA-256 {actual[:12]}…, released {expected[:12]}…); the file was changed or "
            "damaged: get it again"
        )
