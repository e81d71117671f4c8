"""Files: JSON Lines read with line numbers in every message, outputs moved into place when they are whole."""

import errno
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

#: a disk, a quota or a limit of the process that is full
DISK_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Line(NamedTuple):
    """One JSON object of a file; ``where`` ("file, line 3") begins the messages about it."""

    data: dict[str, Any]
    where: str


def read_json_lines(path: str | Path) -> list[Line]:
    """The objects of a JSON Lines file; empty lines are skipped.

    Raises ValueError naming file and line for a broken line, and for a file without any object.
    """
    return list(_parse_lines(path, read_text(path).split("\n")))


def stream_json_lines(path: str | Path) -> Iterator[Line]:
    """The objects of a JSON Lines file one by one, as `read_json_lines` has them, in the memory of one line."""
    with open_binary(path) as file:
        yield from _parse_lines(path, (_decode_line(text, path, number) for number, text in enumerate(file, start=1)))


def _parse_lines(path: str | Path, texts: Iterable[str]) -> Iterator[Line]:
    empty = True
    for number, text in enumerate(texts, start=1):
        if text.strip():
            where = f"{path}, line {number}"
            data = parse_json(text, where, "each line must be one JSON object")
            if not isinstance(data, dict):
                raise ValueError(f"{where}: a JSON object was expected, not {type(data).__name__}")
            empty = False
            yield Line(data, where)
    if empty:
        raise ValueError(f"{path}: the file is empty; each line must be one JSON object")


def parse_json(text: str, where: str | Path, remedy: str = "get the file again") -> Any:
    """A JSON text's value; ValueError beginning with ``where`` for what is no JSON, too deep, or has a giant number."""
    try:
        return json.loads(text)
    # json.JSONDecodeError is one; a whole number of thousands of digits gives a plain one.
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON ({error}); {remedy}") from None


def _decode_line(text: bytes, path: str | Path, number: int) -> str:
    try:
        return text.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        where = f"{path}, line {number}"
        raise ValueError(f"{where}: not UTF-8 text (byte {error.start}); convert it to UTF-8") from None


def read_text(path: str | Path) -> str:
    """A file's UTF-8 text; ValueError naming the file where there is none, and the byte where it is not UTF-8."""
    try:
        with open_binary(path) as file:
            return file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not UTF-8 text (byte {error.start}); convert it to UTF-8") from None


def open_binary(path: str | Path) -> IO[bytes]:
    """A file to read; ValueError naming it where there is none."""
    try:
        return Path(path).open("rb")
    except FileNotFoundError:
        raise ValueError(f"{path}: no such file") from None
    except (IsADirectoryError, NotADirectoryError):
        raise ValueError(f"{path}: not a file") from None
    # A zero character in a path gives a ValueError.
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ValueError(f"{path}: cannot be read ({reason}); give another path") from None


def required(line: Line, field: str, kind: type | tuple[type, ...]) -> Any:
    """A field's value; ValueError naming file, line and instance when it is missing or of another type."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    expected = " or ".join(each.__name__ for each in kinds)
    if field not in line.data:
        raise ValueError(f"{describe(line)}: the field {field!r} ({expected}) is missing")
    value = line.data[field]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise ValueError(f"{describe(line)}: the field {field!r} must be {expected}, not {type(value).__name__}")
    return value


def describe(line: Line) -> str:
    """Where a line stands and which instance it is about, to begin a message."""
    instance = line.data.get("instance_id")
    return line.where if instance is None else f"{line.where}, instance {instance!r}"


def write_json_lines(path: str | Path, objects: Iterable[dict[str, Any]]) -> None:
    """Writes one object a line; the file appears when all of them are written."""
    with atomic_write(path) as out:
        for data in objects:
            out.write(json.dumps(data, ensure_ascii=False) + "\n")


def write_json(path: str | Path, data: Any) -> None:
    with atomic_write(path) as out:
        out.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


@contextmanager
def atomic_write(path: str | Path) -> Iterator[IO[str]]:
    """A text file that is moved to ``path`` when the block ends well, and removed when it does not.

    A lone surrogate, which UTF-8 has no bytes for, becomes its escape, in JSON the one that stands for it.
    """
    with (
        atomic_path(path) as temporary,
        temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as out,
    ):
        yield out


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """A path to write to, in the folder and with the ending of ``path``, moved there when the block ends well."""
    path = Path(path)
    check_writable(path)
    try:
        handle, name = tempfile.mkstemp(prefix=".part-", suffix="-" + path.name, dir=path.parent)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written ({error.strerror}); choose another output path") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno in DISK_FULL_ERRORS:
            raise ValueError(f"{path}: cannot be written ({error.strerror}); make room or choose another") from None
        raise


def check_writable(path: str | Path) -> None:
    """Makes the folder of an output; ValueError naming the path when it cannot be written."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written ({error.strerror}); choose another output path") from None
    # The finished output takes the place of what is there, and must not take that of a pipe or of /dev/null.
    if path.exists() and not path.is_file():
        kind = "a folder" if path.is_dir() else "no regular file"
        raise ValueError(f"{path}: cannot be written (it is {kind}); choose another output path")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise ValueError(f"{path}: cannot be written (no permission); choose another output path")


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
