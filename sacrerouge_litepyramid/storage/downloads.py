"""Download a file, resuming after a failed try."""

import http.client
import shutil
import urllib.error
import urllib.request
from pathlib import Path

from sacrerouge_litepyramid.storage.files import read_text

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
            elif code is not None and code < 500:
                break
    raise ValueError(f"{url}: cannot be downloaded ({reason}); {remedy}") from None


def _download_once(url: str, part: Path) -> None:
    version = part.with_name(part.name + ".version")
    headers = {}
    if part.exists() and version.exists():
        # If-Range: the rest of the very same file, or all of a new one
        headers = {"Range": f"bytes={part.stat().st_size}-", "If-Range": read_text(version)}
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
        resumed = response.status == http.HTTPStatus.PARTIAL_CONTENT
        _write_or_remove(version, response.headers.get("ETag") or response.headers.get("Last-Modified"))
        with part.open("ab" if resumed else "wb") as out:
            expected = out.tell() + int(response.headers.get("Content-Length", 0))
            shutil.copyfileobj(response, out, CHUNK)
            received = out.tell()
    if received < expected:
        raise ConnectionError(f"{received} of {expected} bytes came")
    _write_or_remove(version, None)


def _write_or_remove(path: Path, text: str | None) -> None:
    """Write a text, or remove the file where there is none."""
    if text:
        path.write_text(text, encoding="utf-8")
    else:
        path.unlink(missing_ok=True)
