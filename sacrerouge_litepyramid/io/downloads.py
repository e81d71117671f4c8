"""Download a file, resuming after a failed try; check downloaded archives (.tar.gz), and read them in memory."""

import gzip
import http.client
import shutil
import tarfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from sacrerouge_litepyramid.io.files import check_writable, read_text

#: seconds without a byte after which a download fails
TIMEOUT_S = 60
CHUNK = 1 << 20
REMEDY = "try again, or give the path of a copy"


def download(url: str, part: Path, tries: int = 3, remedy: str = REMEDY) -> None:
    """Downloads to ``part``, going on where an earlier try stopped if the server still has the same file.

    Raises ValueError naming the address and the ``remedy`` when the file cannot be had; ``part`` then stays for a later
    run.
    """
    for _ in range(tries):
        try:
            return _download_once(url, part)
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = error
            code = error.code if isinstance(error, urllib.error.HTTPError) else None
            if code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                part.unlink()
            elif isinstance(error, urllib.error.URLError) and (code is None or code < 500):
                break  # no connection, or an answer that stays the same
    raise ValueError(f"{url}: cannot be downloaded ({reason}); {remedy}") from None


@contextmanager
def download_whole(url: str, path: Path, remedy: str = REMEDY) -> Iterator[Path]:
    """Give a downloaded file to be checked; it becomes ``path`` when the block ends, and is removed on a ValueError."""
    check_writable(path)
    part = path.with_name(path.name + ".part")
    download(url, part, remedy=remedy)
    try:
        yield part
    except ValueError:
        part.unlink()
        raise
    part.replace(path)


def _download_once(url: str, part: Path) -> None:
    version = part.with_name(part.name + ".version")
    headers = {}
    if part.exists() and version.exists() and (known := read_text(version)):
        # If-Range: the rest of the very same file, or all of a new one
        headers = {"Range": f"bytes={part.stat().st_size}-", "If-Range": known}
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
        resumed = response.status == http.HTTPStatus.PARTIAL_CONTENT
        version.write_text(response.headers.get("ETag") or response.headers.get("Last-Modified") or "", "utf-8")
        with part.open("ab" if resumed else "wb") as out:
            expected = out.tell() + int(response.headers.get("Content-Length", 0))
            shutil.copyfileobj(response, out, CHUNK)
            received = out.tell()
    if received < expected:
        raise ConnectionError(f"{received} of {expected} bytes came")
    version.unlink()


ARCHIVE_CHUNK = 1 << 20
#: more than a data set of texts holds; without a limit a small archive could fill the memory
MAX_BYTES = 1 << 28
#: several times the largest model; without a limit a small archive could fill the disk
MAX_UNPACKED_BYTES = 1 << 35
DAMAGED_HEADER = (tarfile.InvalidHeaderError, tarfile.TruncatedHeaderError)  # type: ignore[attr-defined]


class _UnsafeArchive(Exception):
    """An archive that can be read but must not be used; the message says why."""


class _StrictMember(tarfile.TarInfo):
    """A member whose damaged header is an error; tarfile takes one after the first member for the archive's end."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> "_StrictMember":
        try:
            return super().fromtarfile(archive)
        except DAMAGED_HEADER as error:
            raise tarfile.ReadError(str(error)) from None


class _LimitedReader:
    """A file that refuses to read more than ``max_bytes``; bytes that are skipped do not count.

    tarfile reads a member's long name or notes at once, however many bytes the archive claims that they have.
    """

    def __init__(self, file: gzip.GzipFile, max_bytes: int) -> None:
        self.file = file
        self.max_bytes = self.left = max_bytes
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int) -> bytes:
        self.left -= size
        if self.left < 0:
            raise _size_error(self.max_bytes)
        return self.file.read(size)


def check_members(path: Path, max_bytes: int = MAX_UNPACKED_BYTES) -> None:
    """Raise ValueError if unpacking could write outside of the folder or too much, or the archive is damaged."""
    with _open_archive(path, max_bytes) as archive:
        for _ in _safe_members(archive, max_bytes):
            pass


def read_members(path: Path, max_bytes: int = MAX_BYTES) -> dict[str, bytes]:
    """Return the contents of an archive's files by path; raise ValueError as `check_members` does."""
    contents: dict[str, bytes] = {}
    with _open_archive(path, max_bytes) as archive:
        for member in _safe_members(archive, max_bytes):
            file = archive.extractfile(member)
            if file is not None:
                contents[str(PurePosixPath(member.name))] = file.read()
    return contents


@contextmanager
def _open_archive(path: Path, max_bytes: int) -> Iterator[tarfile.TarFile]:
    """Open an archive; before the block ends it is read to its end, where its checksum is."""
    try:
        with gzip.open(path) as unzipped:
            metered = _LimitedReader(unzipped, min(max_bytes, MAX_BYTES))
            with tarfile.open(fileobj=metered, mode="r:", tarinfo=_StrictMember) as archive:  # type: ignore[call-overload]
                yield archive
            while unzipped.read(ARCHIVE_CHUNK):
                if unzipped.tell() > max_bytes:
                    raise _size_error(max_bytes)
    except _UnsafeArchive as error:
        raise ValueError(f"archive: {path} {error}; nothing of it is used") from None
    # For a damaged or hostile archive tarfile raises nearly any error, such as RecursionError for nested long names.
    except Exception as error:
        raise ValueError(f"archive: {path} is not a whole .tar.gz file ({error}); get it again") from None


def _safe_members(archive: tarfile.TarFile, max_bytes: int) -> Iterator[tarfile.TarInfo]:
    """Yield the files and folders; refuse other members, and sparse files, which are larger than what is stored."""
    for member in archive:
        plain = member.isfile() or member.isdir()
        # After a negative size tarfile would read the same member again, without end.
        if not plain or member.issparse() or member.size < 0 or _leaves_folder(member.name):
            raise _UnsafeArchive(f"holds the unsafe member {member.name!r:.100}")
        # archive.offset is where the next member begins.
        if archive.offset > max_bytes:
            raise _size_error(max_bytes)
        yield member
        # tarfile keeps all members: an archive of nothing but empty files could fill the memory
        archive.members.clear()  # type: ignore[attr-defined]


def _size_error(max_bytes: int) -> _UnsafeArchive:
    return _UnsafeArchive(f"holds more than {max_bytes} bytes")


def _leaves_folder(name: str) -> bool:
    return PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts
