"""Locks files for one running process; the lock ends with the process, even if it is killed."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path

#: the errors of file systems without locks
UNSUPPORTED_ERRORS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
OPEN_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
PRIVATE_MODE = 0o600


@contextmanager
def lock_file(path: Path, waits: bool = False) -> Iterator[None]:
    """Lock a file, which is created if it is missing, and not removed.

    If another process has the lock, raise BlockingIOError, or with ``waits`` wait for it. On a file system without
    locks, the file counts as free. Raises OSError if the file cannot be created.
    """
    with ExitStack() as stack:
        is_locked = False
        while not is_locked:
            descriptor = os.open(path, OPEN_FLAGS, PRIVATE_MODE)
            stack.callback(os.close, descriptor)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            except OSError as error:
                if error.errno not in UNSUPPORTED_ERRORS:
                    raise
            # Another process may have moved or removed the file before it was locked.
            with suppress(FileNotFoundError):
                is_locked = os.path.samestat(os.fstat(descriptor), os.lstat(path))
        yield


@contextmanager
def reserve_temporary(path: Path) -> Iterator[Path]:
    """Yield a file beside ``path``, ``.part-NUMBER-NAME``, that no other running process uses.

    Such files from killed processes are reused or removed. The block must replace the content, and move or remove the
    file. Raises OSError if the file cannot be created.
    """
    paths = (path.with_name(f".part-{number}-{path.name}") for number in count())
    with ExitStack() as stack:
        for temporary in paths:
            with suppress(BlockingIOError):
                stack.enter_context(lock_file(temporary))
                break
        for leftover in paths:
            if not leftover.exists():
                break
            with suppress(BlockingIOError), lock_file(leftover):
                leftover.unlink()
        yield temporary
