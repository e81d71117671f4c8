"""Model archives: paths are used as they are, URLs are downloaded once, and unsafe archives are refused."""

import hashlib
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from sacrerouge_litepyramid.storage.downloads import download
from sacrerouge_litepyramid.storage.files import atomic_write, check_writable, read_text, sha256
from sacrerouge_litepyramid.storage.store import cache_folder
from sacrerouge_litepyramid.storage.tarballs import check_members

BYTES_PER_CHUNK = 1 << 20


def local_archive(archive: str, checksum: str | None = None) -> Path:
    """Return the file of an archive given as a path or a URL; a URL that is not in the cache is downloaded.

    ``checksum``: the expected SHA-256, in hexadecimal. Raises ValueError naming the archive when it is missing, cannot
    be downloaded, has another checksum than expected or recorded, or has unsafe members.
    """
    if archive.startswith(("http://", "https://")):
        path = _fetch_url(archive, checksum)
    else:
        path = Path(archive).expanduser().resolve()
        if not path.is_file():
            raise ValueError(f"archive: no file {archive!r}; give the path or the URL of an AllenNLP model.tar.gz")
        if checksum is not None:
            _check_digest(path, checksum, "expected")
    check_members(path)
    return path


def compute_sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(BYTES_PER_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _fetch_url(url: str, checksum: str | None) -> Path:
    """Return the cached file of a URL; its checksum is recorded beside it, and compared at every later use.

    One process at a time downloads it.
    """
    from filelock import FileLock

    path = cache_folder() / f"{sha256(url.encode())[:16]}-{PurePosixPath(urlsplit(url).path).name}"
    check_writable(path)
    record = path.with_name(path.name + ".sha256")
    with FileLock(path.with_name(path.name + ".lock")):
        if not (path.exists() and record.exists()):
            part = path.with_name(path.name + ".part")
            download(url, part)
            with atomic_write(record) as out:
                out.write(compute_sha256(part) + "\n")
            part.replace(path)
        _check_digest(path, read_text(record).strip(), "recorded")
    if checksum is not None:
        _check_digest(path, checksum, "expected")
    return path


def _check_digest(path: Path, checksum: str, which: str) -> None:
    found = compute_sha256(path)
    if found != checksum.lower():
        raise ValueError(f"archive: {path} has the SHA-256 {found}, not the {which} {checksum}; remove or replace it")
