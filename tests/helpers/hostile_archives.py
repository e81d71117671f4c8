"""Archives (.tar.gz), also unsafe ones, made block by block."""

import gzip
import tarfile
from collections.abc import Mapping

BLOCK = 512
END = bytes(2 * BLOCK)
FILE, HARD_LINK, SYMBOLIC_LINK, DEVICE, FIFO = b"0", b"1", b"2", b"3", b"6"


def header(name: str, size: int = 0, kind: bytes = FILE) -> bytes:
    """A member's first block."""
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, "/etc/passwd" if kind in (HARD_LINK, SYMBOLIC_LINK) else ""
    member.size = size
    return member.tobuf(tarfile.GNU_FORMAT)


def file(name: str, content: bytes) -> bytes:
    return header(name, len(content)) + content + bytes(-len(content) % BLOCK)


def archive(*members: bytes) -> bytes:
    return gzip.compress(b"".join(members) + END, mtime=0)


def archive_of(files: Mapping[str, bytes], *members: bytes) -> bytes:
    return archive(*(file(name, content) for name, content in files.items()), *members)


UNSAFE: dict[str, bytes] = {
    "a path that leaves the folder": file("../x", b"one"),
    "a path that leaves a folder within": file("d/../../x", b"one"),
    "an absolute path": file("/x", b"one"),
    "a symbolic link": header("x", kind=SYMBOLIC_LINK),
    "a hard link": header("x", kind=HARD_LINK),
    "a device": header("x", kind=DEVICE),
    "a pipe": header("x", kind=FIFO),
}
