"""FFCI's released files: the folder Data of the repository fajri91/ffci, from an archive or a folder."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sacrerouge_litepyramid.formats.tables import read_csv_rows
from sacrerouge_litepyramid.storage.tarballs import read_members

FAITHFULNESS_CSV = "Faithfulness/aggregated_human_annotation.csv"

CsvRow = dict[str, str]


@dataclass(frozen=True)
class Release:
    """The files of the folder Data by their paths in it; ``source`` is the archive or folder they were read from."""

    source: Path
    files: Mapping[str, bytes]

    def read_sentences(self, name: str) -> list[str]:
        """Return the sentences of a text file, which has one per line."""
        return split_sentences(self._text(name))

    def read_rows(self, name: str, *fields: str) -> Iterator[CsvRow]:
        """Yield the rows of a CSV file; raise ValueError if a row lacks a field."""
        for row in read_csv_rows(self._text(name), f"{self.source}: Data/{name}"):
            missing = [field for field in fields if not row.get(field)]
            if missing:
                raise self.build_error(name, f"a row has no {missing[0]!r}: {list(row.values())!r:.80}")
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

    def build_error(self, name: str, what: str) -> ValueError:
        """Return the error for a file of the release that is wrong; ``what`` says how."""
        return ValueError(f"{self.source}: Data/{name}: {what}; get the release again")

    def _text(self, name: str) -> str:
        if name not in self.files:
            raise self.build_error(name, "no such file")
        try:
            return self.files[name].decode("utf-8")
        except UnicodeDecodeError as error:
            raise self.build_error(name, f"not UTF-8 text (byte {error.start})") from None


def read_release(source: str | Path) -> Release:
    """Read the release from an archive (.tar.gz), or from a copy of the repository or of its folder Data.

    An archive is read in memory and not unpacked. Raises ValueError for a missing or damaged release.
    """
    source = Path(source)
    if source.is_dir():
        paths = {path.relative_to(source).as_posix(): path for path in source.rglob("*") if path.is_file()}
        return Release(
            source, {name: paths[path].read_bytes() for name, path in _list_data_paths(source, paths).items()}
        )
    if not source.is_file():
        raise ValueError(f"{source}: no such file or folder; give the archive of FFCI's data or a copy of its folder")
    contents = read_members(source)
    return Release(source, {name: contents[path] for name, path in _list_data_paths(source, contents).items()})


def split_sentences(text: str) -> list[str]:
    """Return the stripped lines of a text that are not empty."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def _list_data_paths(source: Path, paths: Mapping[str, object]) -> dict[str, str]:
    """Return the paths of the files in the folder Data, by their paths relative to it."""
    for path in paths:
        if f"/{path}".endswith(f"/{FAITHFULNESS_CSV}"):
            root = path.removesuffix(FAITHFULNESS_CSV)
            return {path.removeprefix(root): path for path in paths if path.startswith(root)}
    raise ValueError(f"{source}: it holds no {FAITHFULNESS_CSV}; give the archive of FFCI's data, or its folder Data")
