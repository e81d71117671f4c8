"""Files that belong to one running process, and to nobody once that process has ended, however it ended."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path

#: what a file system without locks answers
UNSUPPORTED_ERRORS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
PRIVATE = 0o600


@contextmanager
def hold_file(path: Path, waits: bool = False) -> Iterator[None]:
    """Hold a file, which is made if it is missing and stays.

    Where another process holds it, raise BlockingIOError, or with ``waits`` wait until it is free. On a file system
    without locks it is taken to be free. OSError: the file cannot be made.
    """
    with ExitStack() as stack:
        is_held = False
        while not is_held:
            handle = os.open(path, FLAGS, PRIVATE)
            stack.callback(os.close, handle)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            except OSError as error:
                if error.errno not in UNSUPPORTED_ERRORS:
                    raise
            # Its last holder may have moved or removed the file between the opening and the lock.
            with suppress(FileNotFoundError):
                is_held = os.path.samestat(os.fstat(handle), os.lstat(path))
        yield


@contextmanager
def hold_temporary(path: Path) -> Iterator[Path]:
    """Give a file beside ``path``, ``.part-NUMBER-NAME``, that no other running process has.

    What a killed process left under these names is taken over or removed. The block is to replace the content, and to
    move or remove the file. OSError: the file cannot be made.
    """
    paths = (path.with_name(f".part-{number}-{path.name}") for number in count())
    with ExitStack() as stack:
        for own in paths:
            with suppress(BlockingIOError):
                stack.enter_context(hold_file(own))
                break
        for left in paths:
            if not left.exists():
                break
            with suppress(BlockingIOError), hold_file(left):
                left.unlink()
        yield own
