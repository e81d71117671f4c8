"""Downloads of files, and .tar.gz archives that are checked and read in memory."""

import base64
import gzip
import hashlib
import http
import http.client
import re
import shutil
import tarfile
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from tqdm import tqdm

from sacrerouge_litepyramid.io.files import add_content, atomic_path, write_singly

#: seconds without a byte after which a download fails
TIMEOUT_S = 60
CHUNK = 1 << 20
REMEDY = "try again, or pass the path of a copy"


@contextmanager
def download_whole(url: str, path: Path, remedy: str = REMEDY) -> Iterator[Path]:
    """Yield a downloaded file for checking.

    It is moved to ``path`` if the block ends without an error. Raises ValueError with the address
    and the ``remedy`` if the download fails.
    """
    # The command that downloads a file also reads it.
    with write_singly(), atomic_path(path) as part:
        try:
            _download(url, part)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise ValueError(f"{url}: cannot be downloaded ({error}); {remedy}") from None
        yield part


def _download(url: str, part: Path) -> None:
    """Download a file; raise OSError, HTTPException or ValueError if it does not arrive whole."""
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as response, part.open("wb") as out:
        shutil.copyfileobj(response, out, CHUNK)
        expected = int(response.headers.get("Content-Length", out.tell()))
        if out.tell() < expected:
            raise ConnectionError(f"received {out.tell()} of {expected} bytes")


def download_resumed(url: str, path: Path) -> None:
    """Download a file, with progress; a stopped download continues.

    Until it is whole it is ``path`` with ".part" at its end. Raises ValueError with the address if
    the download fails, or if the file differs from the MD5 that the server states; it is then
    deleted.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    start = part.stat().st_size if part.exists() else 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"} if start else {})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            is_continued = response.status == http.HTTPStatus.PARTIAL_CONTENT
            start = start if is_continued else 0
            expected = start + int(response.headers["Content-Length"])
            with (
                part.open("ab" if is_continued else "wb") as out,
                tqdm(desc=path.name, total=expected, initial=start, unit="B", unit_scale=True,
                     disable=None) as progress,
            ):  # fmt: skip
                while chunk := response.read(CHUNK):
                    out.write(chunk)
                    progress.update(len(chunk))
        if part.stat().st_size < expected:
            raise ConnectionError(f"received {part.stat().st_size} of {expected} bytes")
    except (OSError, http.client.HTTPException) as error:
        raise ValueError(
            f"{url}: cannot be downloaded ({error}); run the command again to continue"
        ) from None
    # Google's storage states the digest of the whole file.
    stated = re.search(r"md5=([\w+/]+=*)", response.headers.get("x-goog-hash", ""))
    if stated:
        digest = hashlib.md5(usedforsecurity=False)
        add_content(digest, part)
        if base64.b64encode(digest.digest()).decode() != stated[1]:
            part.unlink()
            raise ValueError(
                f"{url}: the download differs from the server's MD5, and was deleted; run the "
                "command again"
            )
    part.replace(path)


def check_members(path: Path) -> None:
    """Raise ValueError if an archive is damaged, or unpacking it could write outside its folder."""
    for _ in _list_members(path, reads=False):
        pass


def read_members(path: Path) -> dict[str, bytes]:
    """Return the contents of an archive's files by path.

    Raises ValueError as `check_members` does.
    """
    members = _list_members(path, reads=True)
    return {name: content for name, content in members if content is not None}


def _list_members(path: Path, reads: bool) -> Iterator[tuple[str, bytes | None]]:
    """Yield the path of each file or folder, with a file's content if ``reads``, else None."""
    try:
        with gzip.open(path) as unzipped:
            with tarfile.open(fileobj=unzipped, mode="r:") as archive:
                for member in archive:
                    name = PurePosixPath(member.name)
                    is_plain = member.isfile() or member.isdir()
                    if not is_plain or name.is_absolute() or ".." in name.parts:
                        raise ValueError(
                            f"archive: {path} has the unsafe member {member.name!r:.100}; use "
                            "another archive"
                        )
                    file = archive.extractfile(member) if reads else None
                    yield str(name), None if file is None else file.read()
            # At its end, gzip compares the checksum.
            while unzipped.read(CHUNK):
                pass
    except (EOFError, OSError, tarfile.TarError, zlib.error) as error:
        raise ValueError(
            f"archive: {path} is not a complete .tar.gz file ({error}); get it again"
        ) from None
