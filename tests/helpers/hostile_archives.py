"""Archives (.tar.gz) that are unsafe, would fill the memory, or would never end: made block by block."""

import gzip
import tarfile
from collections.abc import Mapping

BLOCK = 512
END = bytes(2 * BLOCK)
FILE, HARD_LINK, SYMBOLIC_LINK, DEVICE, FIFO = b"0", b"1", b"2", b"3", b"6"
LONG_NAME, NOTES, SPARSE = b"L", b"x", b"S"
#: more than Python's stack holds
NESTED = 3000


def header(name: str, size: int = 0, kind: bytes = FILE, **fields: tuple[int, int]) -> bytes:
    """A member's first block; ``fields``: places in it and numbers to put there."""
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, "/etc/passwd" if kind in (HARD_LINK, SYMBOLIC_LINK) else ""
    block = bytearray(member.tobuf(tarfile.GNU_FORMAT))
    block[124:136] = b"\xff" + (size % 256**11).to_bytes(11, "big") if size < 0 else b"%011o\0" % size
    for place, number in fields.values():
        block[place : place + 12] = b"%011o\0" % number
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def file(name: str, content: bytes, kind: bytes = FILE) -> bytes:
    return header(name, len(content), kind) + content + bytes(-len(content) % BLOCK)


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
    "a member that tarfile comes to again and again": file("first", b"") + header("x", -BLOCK),
    "a negative size": header("x", -(1 << 40)),
    "a negative size in the notes": file("x", b"14 size=-1024\n", NOTES) + header("x"),
    "a file larger than what is stored of it": header("x", BLOCK, SPARSE, stored=(398, BLOCK), whole=(483, 1 << 30))
    + bytes(BLOCK),
}
BROKEN: dict[str, bytes] = {
    "names within names": file("x", b"name\0", LONG_NAME) * NESTED + header("x"),
    "notes within notes": file("x", b"10 path=a\n", NOTES) * NESTED + header("x"),
    "notes of no number": file("x", b"22 GNU.sparse.map=a,b\n", NOTES) + header("x"),
    "notes of 5000 digits": file("x", b"9" * 5000 + b" path=a\n", NOTES) + header("x"),
    "a file of which the end is lost": header("x", 1 << 20),
    "a damaged header": header("x")[:148] + b"damaged " + header("x")[156:],
}
LARGE: dict[str, bytes] = {
    "a large file": file("x", bytes(1 << 17)),
    "a file that is said to be large": header("x", 1 << 32),
    "a large name": file("x", bytes(1 << 17), LONG_NAME) + header("x"),
    "large notes": file("x", bytes(1 << 17), NOTES) + header("x"),
    "many empty files": file("x", b"") * (1 << 8),
    "a large rest": END + bytes(1 << 21),
}
