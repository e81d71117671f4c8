"""Downloads files, resuming interrupted downloads; checks .tar.gz archives, and reads them in memory."""

import gzip
import http.client
import shutil
import tarfile
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from sacrerouge_litepyramid.io.files import check_writable, read_text

#: seconds without a byte after which a download fails
TIMEOUT_S = 60
CHUNK = 1 << 20
REMEDY = "try again, or pass the path of a copy"


def download(url: str, part: Path, tries: int = 3, remedy: str = REMEDY) -> None:
    """Download a file to ``part``; resume an earlier try if the server still has the same file.

    Raises ValueError with the address and the ``remedy`` if the download fails; ``part`` is kept for a later run.
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
                break  # no connection, or an error that will not change
    raise ValueError(f"{url}: cannot be downloaded ({reason}); {remedy}") from None


@contextmanager
def download_whole(url: str, path: Path, remedy: str = REMEDY) -> Iterator[Path]:
    """Yield a downloaded file for checking; it is moved to ``path`` when the block ends, or removed on a ValueError."""
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
        # With If-Range, the server sends the rest if the file is unchanged, else the whole new file.
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
        raise ConnectionError(f"received {received} of {expected} bytes")
    version.unlink()


def check_members(path: Path) -> None:
    """Raise ValueError if an archive is damaged, or unpacking it could write outside its folder."""
    for _ in _list_members(path, reads=False):
        pass


def read_members(path: Path) -> dict[str, bytes]:
    """Return the contents of an archive's files by path; raise ValueError as `check_members` does."""
    return {name: content for name, content in _list_members(path, reads=True) if content is not None}


def _list_members(path: Path, reads: bool) -> Iterator[tuple[str, bytes | None]]:
    """Yield the path of each file or folder, and a file's content; then verify the checksum at the archive's end."""
    try:
        with gzip.open(path) as unzipped:
            with tarfile.open(fileobj=unzipped, mode="r:") as archive:
                for member in archive:
                    name = PurePosixPath(member.name)
                    if not (member.isfile() or member.isdir()) or name.is_absolute() or ".." in name.parts:
                        raise ValueError(
                            f"archive: {path} has the unsafe member {member.name!r:.100}; use another archive"
                        )
                    file = archive.extractfile(member) if reads else None
                    yield str(name), None if file is None else file.read()
            while unzipped.read(CHUNK):
                pass
    except (EOFError, OSError, tarfile.TarError, zlib.error) as error:
        raise ValueError(f"archive: {path} is not a complete .tar.gz file ({error}); get it again") from None
