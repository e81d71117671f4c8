"""Archives (.tar.gz) of others: looked through before use, and read in memory, so that nothing is unpacked."""

import gzip
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

CHUNK = 1 << 20
#: more than a data set of texts holds: an archive of a few bytes could fill the memory
MOST_BYTES = 1 << 28
#: several times the largest model; an archive of a few megabytes could fill the disk
MOST_UNPACKED = 1 << 35


def check_members(path: Path, most_bytes: int = MOST_UNPACKED) -> None:
    """ValueError when unpacking could write outside of its folder or more than that, or the archive is damaged."""
    left = most_bytes
    with _opened(path) as archive:
        for member in _safe_members(path, archive):
            left -= member.size
            if left < 0:
                raise ValueError(f"archive: {path} holds more than {most_bytes} bytes of files; it is not unpacked")


def read_members(path: Path, most_bytes: int = MOST_BYTES) -> dict[str, bytes]:
    """The contents of an archive's files by their paths. ValueError as `check_members`, and for more than that."""
    contents: dict[str, bytes] = {}
    left = most_bytes
    with _opened(path) as archive:
        for member in _safe_members(path, archive):
            left -= member.size
            if left < 0:
                raise ValueError(f"archive: {path} holds more than {most_bytes} bytes of files; it is not read")
            file = archive.extractfile(member)
            if file is not None:
                contents[str(PurePosixPath(member.name))] = file.read()
    return contents


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    """An archive that is whole: read to its end, where the checksum stands, before the block is left."""
    try:
        with gzip.open(path) as unzipped, tarfile.open(fileobj=unzipped, mode="r:") as archive:
            yield archive
            while unzipped.read(CHUNK):
                pass
    except (tarfile.TarError, zlib.error, EOFError, OSError) as error:
        raise ValueError(f"archive: {path} is not a whole .tar.gz file ({error})") from None


def _safe_members(path: Path, archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for member in archive:
        if not (member.isfile() or member.isdir()) or _leaves_folder(member.name):
            raise ValueError(f"archive: {path} holds the unsafe member {member.name!r}; it is not unpacked")
        yield member


def _leaves_folder(name: str) -> bool:
    return PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts
