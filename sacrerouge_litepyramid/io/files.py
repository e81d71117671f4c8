"""JSON Lines with line numbers in all messages, and outputs that appear when they are complete."""

import errno
import hashlib
import json
import os
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any, NamedTuple
from uuid import uuid4

from sacrerouge_litepyramid.core.json_text import parse_json

#: the disk is full, or a quota or the process's limit is reached
DISK_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
BYTES_PER_BLOCK = 1 << 20
#: how lone surrogates, which UTF-8 cannot encode, are written: as escapes that JSON reads back
UNENCODABLE = "backslashreplace"
#: what messages call the types of JSON values
JSON_TYPES: dict[type, str] = {
    int: "a number",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
    bool: "true or false",
    type(None): "null",
}
#: how temporary files begin; a killed run leaves its own behind
TEMPORARY_PREFIX = ".part-"
#: the innermost open block of `write_together`
_OPEN_BLOCK: ContextVar["Block | None"] = ContextVar("block", default=None)


class Written(NamedTuple):
    """The file or folder that a function wrote, and what to print about it."""

    path: Path
    # the result, on standard output
    lines: Sequence[str]
    # what is missing
    notes: Sequence[str] = ()

    def __str__(self) -> str:
        return "\n".join(self.lines)


class Line(NamedTuple):
    """One JSON object of a file; messages about it begin with ``where`` ("file, line 3")."""

    data: dict[str, Any]
    where: str


def read_json_lines(path: str | Path) -> list[Line]:
    """Return the objects of a JSON Lines file; empty lines are skipped.

    Raises ValueError naming file and line if a line is invalid or the file has no objects.
    """
    return list(stream_json_lines(path))


def stream_json_lines(path: str | Path) -> Iterator[Line]:
    """Yield the objects that `read_json_lines` returns, with one line in memory at a time."""
    with open_binary(path) as file:
        yield from parse_json_lines(path, file)


def parse_json_lines(path: str | Path, lines: Iterable[bytes]) -> Iterator[Line]:
    """Yield the objects of the lines of a JSON Lines file, as `read_json_lines` does."""
    if Path(path).suffix.lower() in (".csv", ".tsv", ".xlsx", ".parquet"):
        raise ValueError(
            f"{path}: it is a table, not JSON Lines; convert it: import-table {path} --output-dir "
            "DIR"
        )
    rule = "each line must be one JSON object"
    is_empty = True
    for number, content in enumerate(lines, start=1):
        where = f"{path}, line {number}"
        # Only the first line may begin with a byte order mark.
        text = decode_text(content, where, "utf-8-sig" if number == 1 else "utf-8")
        if text.strip():
            is_empty = False
            data = parse_json(text, where, rule)
            if not isinstance(data, dict):
                raise ValueError(f"{where}: {rule}, not {JSON_TYPES[type(data)]}")
            yield Line(data, where)
    if is_empty:
        raise ValueError(f"{path}: the file is empty; {rule}")


def read_text(path: str | Path) -> str:
    """Return a file's UTF-8 text; raise ValueError if it cannot be read or is not UTF-8."""
    with open_binary(path) as file:
        return decode_text(file.read(), path)


def decode_text(data: bytes, where: str | Path, encoding: str = "utf-8-sig") -> str:
    """Decode UTF-8 text, by default without its byte order mark.

    Raises ValueError, beginning with ``where``, for other bytes.
    """
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{where}: not UTF-8 text (byte {error.start}); convert it to UTF-8"
        ) from None


@contextmanager
def open_binary(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file for reading; raise ValueError naming it if it cannot be opened or read."""
    try:
        with Path(path).open("rb") as file:
            yield file
    except FileNotFoundError:
        raise ValueError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise ValueError(f"{path}: it is a folder; name a file in it") from None
    except OSError as error:
        raise ValueError(
            f"{path}: cannot be read ({error.strerror}); choose another path"
        ) from None


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    digest = hashlib.sha256()
    add_content(digest, path)
    return digest.hexdigest()


def add_content(digest: "hashlib._Hash", path: Path) -> None:
    """Add the content of a file, which may not fit in memory, to a digest."""
    with path.open("rb") as file:
        while block := file.read(BYTES_PER_BLOCK):
            digest.update(block)


def required(line: Line, field: str, kind: type | tuple[type, ...]) -> Any:
    """Return a field's value.

    Raises ValueError naming file, line and instance if it is missing or of a wrong type.
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    names = dict.fromkeys(JSON_TYPES[kind] for kind in kinds)
    expected = " or ".join(names)
    if field not in line.data:
        raise build_error(line, f"the field {field!r} ({expected}) is missing")
    value = line.data[field]
    # In Python, true and false are numbers too.
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        actual = JSON_TYPES.get(type(value), type(value).__name__)
        raise build_error(line, f"the field {field!r} must be {expected}, not {actual}")
    return value


def required_id(line: Line, field: str) -> str:
    """Return an id or a system's name in the form NFC, as `flatten` returns texts.

    Raises ValueError as `required` does.
    """
    return unicodedata.normalize("NFC", required(line, field, str))


def describe(line: Line) -> str:
    """Return a line's place and instance, to begin a message with."""
    instance = line.data.get("instance_id")
    return line.where if instance is None else f"{line.where}, instance {instance!r}"


def build_error(line: Line, problem: str) -> ValueError:
    """Return the error about a problem of a line, which names its place and instance."""
    return ValueError(f"{describe(line)}: {problem}")


def write_json_lines(path: str | Path, objects: Iterable[dict[str, Any]]) -> None:
    """Write one object per line; the file appears when all objects are written."""
    with atomic_write(path) as out:
        out.writelines(map(_to_line, objects))


def hash_json_lines(objects: Iterable[dict[str, Any]]) -> str:
    """Return the SHA-256 of the file that `write_json_lines` writes, in hexadecimal."""
    digest = hashlib.sha256()
    for data in objects:
        digest.update(_to_line(data).encode("utf-8", UNENCODABLE))
    return digest.hexdigest()


def _to_line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def write_json(path: str | Path, data: Any) -> None:
    with atomic_write(path) as out:
        out.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


@contextmanager
def atomic_write(path: str | Path) -> Iterator[IO[str]]:
    """Open a text file that is moved to ``path`` if the block ends without an error.

    After an error, the file is removed.
    """
    with (
        atomic_path(path) as temporary,
        temporary.open("w", encoding="utf-8", errors=UNENCODABLE, newline="\n") as out,
    ):
        yield out


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path with the ending of ``path``.

    The file is moved there if the block ends without an error. After an error, folders that were
    created for it are removed if they are empty. If ``path`` is a symbolic link, its target is
    replaced.
    """
    created = check_writable(path)
    with write_together() as block:
        try:
            target = _follow_links(path)
            temporary = block.files[target] = block.enter_context(_move_into_place(target, created))
            yield temporary
        except OSError as error:
            if error.errno not in DISK_FULL_ERRORS:
                raise
            raise _write_error(
                path, f"{error.strerror}", "free some space, or choose another output path"
            ) from None


class Block(ExitStack):
    """A block of `write_together`: the contexts that move its files."""

    def __init__(self) -> None:
        super().__init__()
        # the temporary files that will be moved, by target
        self.files: dict[Path, Path] = {}


@contextmanager
def write_together() -> Iterator[Block]:
    """Let all files that `atomic_path` writes in the block appear at its end, or none.

    None appears after an error, and none can be read before the end. A nested block becomes part of
    the outer one, unless `write_singly` is between them; each thread has its own blocks.
    """
    outer = _OPEN_BLOCK.get()
    with Block() as block:
        token = _OPEN_BLOCK.set(block)
        try:
            yield block
        finally:
            _OPEN_BLOCK.reset(token)
        if outer is not None:
            outer.files |= block.files
            outer.push(block.pop_all())


@contextmanager
def write_singly() -> Iterator[None]:
    """Let each file of the block appear when it is complete, so that it can be read again."""
    token = _OPEN_BLOCK.set(None)
    try:
        yield
    finally:
        _OPEN_BLOCK.reset(token)


@contextmanager
def _move_into_place(target: Path, created: Sequence[Path]) -> Iterator[Path]:
    """Yield a temporary file, and move it to ``target`` at the end.

    After an error, remove it, and the folders of ``created`` that are empty, the deepest first.
    """
    # Only within one file system is a file moved in one step, so it lies in the target's folder.
    temporary = target.with_name(f"{TEMPORARY_PREFIX}{uuid4().hex}{target.suffix}")
    temporary.touch()
    try:
        yield temporary
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        with suppress(OSError):
            for folder in created:
                folder.rmdir()
        raise


def check_writable(path: str | Path) -> list[Path]:
    """Create the folder of an output; return it and its parents if they are new, deepest first.

    Raises ValueError naming the path if it cannot be written.
    """
    try:
        target = _follow_links(path)
        created = [folder for folder in target.parents if not folder.exists()]
        target.parent.mkdir(parents=True, exist_ok=True)
        # The finished output replaces an existing file, which must not be a pipe or a device.
        if Path(path).exists() and not target.is_file():
            kind = "a folder" if target.is_dir() else "not a regular file"
            raise _write_error(path, f"it is {kind}")
        for place in (target.parent, target):
            if place.exists() and not os.access(place, os.W_OK):
                raise _write_error(path, "no permission")
    except OSError as error:
        raise _write_error(path, f"{error.strerror}") from None
    return created


def _follow_links(path: str | Path) -> Path:
    """Return the file that a path leads to; for links that form a loop, one of them."""
    return Path(os.path.realpath(path))


def _write_error(
    path: str | Path, reason: str, remedy: str = "choose another output path"
) -> ValueError:
    return ValueError(f"{path}: cannot be written ({reason}); {remedy}")
