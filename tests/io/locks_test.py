"""A lock that waits lets one process after the other in; one that does not wait says that the file is held."""

import multiprocessing
import time

import pytest

from sacrerouge_litepyramid.io.locks import hold_file

FORK = multiprocessing.get_context("fork")


def _hold(path, log, held):
    with hold_file(path):
        held.send(True)
        time.sleep(0.3)
        log.write_text("released")


def test_a_held_file_is_refused_or_waited_for(tmp_path):
    received, held = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_hold, args=(tmp_path / "lock", tmp_path / "log", held))
    process.start()
    assert received.recv()
    with pytest.raises(BlockingIOError), hold_file(tmp_path / "lock"):
        pass
    with hold_file(tmp_path / "lock", waits=True):
        assert (tmp_path / "log").read_text() == "released"
    process.join()
