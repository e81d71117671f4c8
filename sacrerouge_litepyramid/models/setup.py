"""Download hub models into a metric's folder, and compare them with the hub's digests."""

import hashlib
import logging
from collections.abc import Iterator
from pathlib import Path

from sacrerouge_litepyramid.io.files import add_content, hash_file
from sacrerouge_litepyramid.io.metric_models import HUB
from sacrerouge_litepyramid.models.checkpoint import Checkpoint

#: the lengths, in hexadecimal digits, of a SHA-256 (large files) and of a SHA-1 of git (others)
_SHA256, _SHA1 = 64, 40


def download_model(model: str, folder: Path, revision: str | None = None) -> Iterator[str]:
    """Download a hub model into a metric's folder; yield a line for each file.

    What is there is not downloaded again, and a stopped download continues. Raises ValueError if
    the hub cannot be reached, or if a file differs from the hub's digest; it is then deleted.
    """
    # huggingface_hub warns in the log of each attempt to connect.
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    checkpoint = Checkpoint(model, revision, cache=folder / HUB)
    if checkpoint.local:
        raise ValueError(f"{model!r} is a folder here; a judge takes its path: nothing to set up")
    try:
        snapshot = checkpoint.folder()
    except ValueError as error:
        (reason, *_) = str(error.__cause__ or error).splitlines()
        raise ValueError(
            f"{model}: cannot be downloaded ({reason}); check the name and the connection, and run "
            "the command again, which continues"
        ) from None
    for path in sorted(snapshot.iterdir()):
        _check_digest(path)
        yield f"{model}: {path.name}, {path.stat().st_size:,} bytes, digest as on the hub"


def _check_digest(path: Path) -> None:
    """Raise ValueError, and delete the file, if its digest is not the name of its blob."""
    blob = path.resolve()
    if blob == path or len(blob.name) not in (_SHA1, _SHA256):
        return
    if _digest(blob) != blob.name:
        blob.unlink()
        path.unlink()
        raise ValueError(
            f"{path.name}: differs from the hub's file (digest {blob.name[:12]}…), and was "
            "deleted; run the command again"
        )


def _digest(blob: Path) -> str:
    if len(blob.name) == _SHA256:
        return hash_file(blob)
    digest = hashlib.sha1(f"blob {blob.stat().st_size}\0".encode(), usedforsecurity=False)
    add_content(digest, blob)
    return digest.hexdigest()
