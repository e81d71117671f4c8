"""Files that belong to one running process, and to nobody once that process has ended, however it ended."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

#: what a file system without locks answers
UNSUPPORTED_ERRORS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
FLAGS = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
PRIVATE = 0o600


@contextmanager
def hold_file(path: Path, waits: bool = False) -> Iterator[None]:
    """Hold a file, which is made if it is missing and stays.

    Where another process holds it, raise BlockingIOError, or with ``waits`` wait until it is free. On a file system
    without locks an existing file is taken to be free. OSError: the file cannot be made.
    """
    handle = _lock(path, is_free_without_locks=True, waits=waits)
    try:
        yield
    finally:
        os.close(handle)


@contextmanager
def hold_temporary(path: Path) -> Iterator[Path]:
    """Give a file beside ``path``, ``.part-NUMBER-NAME``, that no other running process has.

    What a killed process left under these names is taken over or removed; without locks it stays. The block is to
    replace the content, and to move or remove the file. OSError: the file cannot be made.
    """
    number, handle = _take_first(path)
    try:
        _remove_left(path, number + 1)
        yield _name(path, number)
    finally:
        os.close(handle)


def _take_first(path: Path) -> tuple[int, int]:
    """Return the number and the descriptor of the first temporary file that no other process has."""
    for number in count():
        with suppress(BlockingIOError):
            return number, _lock(_name(path, number), is_free_without_locks=False)
    raise AssertionError("count() ended")


def _remove_left(path: Path, first: int) -> None:
    """Remove the temporary files, from a number on, whose processes have ended."""
    for number in count(first):
        left = _name(path, number)
        if not os.path.lexists(left):
            return
        try:
            handle = _lock(left, is_free_without_locks=False)
        except BlockingIOError:
            continue
        left.unlink()
        os.close(handle)


def _name(path: Path, number: int) -> Path:
    return path.with_name(f".part-{number}-{path.name}")


def _lock(path: Path, is_free_without_locks: bool, waits: bool = False) -> int:
    """Return the descriptor of a locked file; raise BlockingIOError where it is another process's.

    ``is_free_without_locks``: whether an existing file is free where the file system has no locks.
    """
    while True:
        handle, is_new = _open(path)
        try:
            _lock_handle(handle, is_new or is_free_without_locks, waits)
            # Its last holder may have moved or removed the file between the opening and the lock.
            if _is_at(handle, path):
                return handle
        except OSError:
            os.close(handle)
            raise
        os.close(handle)


def _open(path: Path) -> tuple[int, bool]:
    """Return a descriptor of the file, and whether the file is new; what cannot be opened is another process's."""
    while True:
        with suppress(FileExistsError):
            return os.open(path, FLAGS | os.O_CREAT | os.O_EXCL, PRIVATE), True
        try:
            return os.open(path, FLAGS), False
        except FileNotFoundError:  # its last holder has removed it meanwhile
            continue
        except OSError as error:
            raise BlockingIOError(error.errno, error.strerror, str(path)) from None


def _lock_handle(handle: int, is_free_without_locks: bool, waits: bool) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except OSError as error:
        if error.errno not in UNSUPPORTED_ERRORS:
            raise
        if not is_free_without_locks:
            raise BlockingIOError(error.errno, error.strerror) from None


def _is_at(handle: int, path: Path) -> bool:
    """Return whether a path names the open file."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False
