"""Model archives: a path is used as it is, a URL is downloaded once, and what is not safe to unpack is refused."""

import gzip
import hashlib
import http.client
import shutil
import tarfile
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from sacrerouge_litepyramid.files import atomic_write, check_writable, read_text, sha256
from sacrerouge_litepyramid.store import cache_folder

#: seconds without a byte after which a download fails
SILENCE_S = 60
CHUNK = 1 << 20


def local_archive(archive: str, checksum: str | None = None) -> Path:
    """The file of an archive given as a path or a URL, downloaded where it is not in the cache.

    ``checksum`` is the SHA-256 that is expected, in hexadecimal. Raises ValueError naming the archive when it is
    missing, cannot be downloaded, has another checksum than expected or recorded, or holds unsafe members.
    """
    if archive.startswith(("http://", "https://")):
        path = _downloaded(archive, checksum)
    else:
        path = Path(archive).expanduser().resolve()
        if not path.is_file():
            raise ValueError(f"archive: no file {archive!r}; give the path or the URL of an AllenNLP model.tar.gz")
        if checksum is not None:
            _check(path, checksum, "expected")
    check_members(path)
    return path


def checksum_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def check_members(path: Path) -> None:
    """ValueError when unpacking an archive could write outside of its folder, or when it is damaged or none."""
    try:
        with gzip.open(path) as unzipped, tarfile.open(fileobj=unzipped, mode="r:") as archive:
            for member in archive:
                if not (member.isfile() or member.isdir()) or _leaves_folder(member.name):
                    raise ValueError(f"archive: {path} holds the unsafe member {member.name!r}; it is not unpacked")
            while unzipped.read(CHUNK):
                pass  # the checksum stands at the end
    except (tarfile.TarError, zlib.error, EOFError, OSError) as error:
        raise ValueError(f"archive: {path} is not a whole .tar.gz file ({error})") from None


def _leaves_folder(name: str) -> bool:
    return PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts


def _downloaded(url: str, checksum: str | None) -> Path:
    """The cached file of a URL; its checksum is recorded beside it, and compared at every later use."""
    path = cache_folder() / f"{sha256(url.encode())[:16]}-{PurePosixPath(urlsplit(url).path).name}"
    check_writable(path)
    record = path.with_name(path.name + ".sha256")
    with _lock(path.with_name(path.name + ".lock")):
        if not (path.exists() and record.exists()):
            part = path.with_name(path.name + ".part")
            _fetch(url, part)
            with atomic_write(record) as out:
                out.write(checksum_of(part) + "\n")
            part.replace(path)
        _check(path, read_text(record).strip(), "recorded")
    if checksum is not None:
        _check(path, checksum, "expected")
    return path


def _check(path: Path, checksum: str, which: str) -> None:
    found = checksum_of(path)
    if found != checksum.lower():
        raise ValueError(f"archive: {path} has the SHA-256 {found}, not the {which} {checksum}; remove or replace it")


def _fetch(url: str, part: Path, tries: int = 3) -> None:
    """Downloads to ``part``, going on where an earlier try stopped if the server still has the same file."""
    for _ in range(tries):
        try:
            return _fetch_once(url, part)
        except (OSError, http.client.HTTPException) as error:
            reason = error
            code = error.code if isinstance(error, urllib.error.HTTPError) else None
            if code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                part.unlink()
            elif code is not None and code < 500:
                break
    raise ValueError(f"archive: {url} cannot be downloaded ({reason}); try again, or give the path of a copy") from None


def _fetch_once(url: str, part: Path) -> None:
    version = part.with_name(part.name + ".version")
    headers = {}
    if part.exists() and version.exists():
        # If-Range: the rest of the very same file, or all of a new one
        headers = {"Range": f"bytes={part.stat().st_size}-", "If-Range": read_text(version)}
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=SILENCE_S) as response:
        resumed = response.status == http.HTTPStatus.PARTIAL_CONTENT
        _keep(version, response.headers.get("ETag") or response.headers.get("Last-Modified"))
        with part.open("ab" if resumed else "wb") as out:
            expected = out.tell() + int(response.headers.get("Content-Length", 0))
            shutil.copyfileobj(response, out, CHUNK)
            received = out.tell()
    if received < expected:
        raise ConnectionError(f"{received} of {expected} bytes came")
    _keep(version, None)


def _keep(path: Path, text: str | None) -> None:
    if text:
        path.write_text(text, encoding="utf-8")
    else:
        path.unlink(missing_ok=True)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Held by one process at a time, so that two do not write the same download."""
    import fcntl

    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
