import multiprocessing
import os
import resource
import sqlite3
import tempfile
import threading
from pathlib import Path

import pytest

from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.store import KeyValueStore

FORK = multiprocessing.get_context("fork")
REFUSED = 7


def _fill(path):
    store = KeyValueStore(path)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
    _refused("full.sqlite: cannot be used as a cache", lambda: store.put({b"big": bytes(1 << 20)}))


def _write_as_nobody(path):
    os.setuid(65534)
    _refused("x.json: cannot be written", lambda: write_json(path, {}))


def _refused(text, act):
    """Leaves the process with REFUSED when the act is refused with the text."""
    try:
        act()
    except ValueError as error:
        os._exit(REFUSED if text in str(error) else 1)


def whole(key: bytes, value: bytes) -> bytes:
    return value


def _many(path, number):
    store = KeyValueStore(path)
    for index in range(50):
        store.put({bytes([index]): bytes([number])})
        assert store.get([bytes([index])], whole)[bytes([index])] in (b"\1", b"\2")


def _ended(target, *arguments):
    process = FORK.Process(target=target, args=arguments)
    process.start()
    process.join()
    return process.exitcode


def test_a_full_disk_is_an_error_and_loses_nothing(tmp_path):
    path = tmp_path / "full.sqlite"
    KeyValueStore(path).put({b"small": b"kept"})
    assert _ended(_fill, path) == REFUSED
    assert KeyValueStore(path).get([b"small", b"big"], whole) == {b"small": b"kept"}


def test_two_processes_write_the_same_keys(tmp_path):
    path = tmp_path / "shared.sqlite"
    processes = [FORK.Process(target=_many, args=(path, number)) for number in (1, 2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    assert len(KeyValueStore(path).get([bytes([index]) for index in range(50)], whole)) == 50


def test_the_first_value_of_a_key_stays(tmp_path):
    store = KeyValueStore(tmp_path / "x.sqlite")
    store.put({b"a": b"first"})
    store.put({b"a": b"second", b"b": b"new"})
    assert store.get([b"a", b"b", b"c"], whole) == {b"a": b"first", b"b": b"new"}


def test_a_tilde_is_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    KeyValueStore(Path("~/folder/x.sqlite")).close()
    assert (tmp_path / "folder" / "x.sqlite").exists()


def test_the_store_waits_for_another_process(tmp_path):
    path = tmp_path / "shared.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.2, other.execute, ["COMMIT"]).start()
    KeyValueStore(path).put({b"key": b"kept"})
    assert KeyValueStore(path).get([b"key"], whole) == {b"key": b"kept"}


def damage_pages(path):
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * (path.stat().st_size - 100))


def replace_by_text(path):
    path.write_text("no database " * 100)


@pytest.mark.parametrize("damage", [damage_pages, replace_by_text])
def test_a_damaged_cache_is_named_with_the_remedy_and_kept(tmp_path, damage):
    path = tmp_path / "x.sqlite"
    store = KeyValueStore(path)
    store.put({b"a": b"first"})
    store.close()
    damage(path)
    damaged = path.read_bytes()
    message = r"x\.sqlite: cannot be used as a cache \(.*\); delete the file if it is damaged,"
    with pytest.raises(ValueError, match=message):
        KeyValueStore(path).get([b"a"], whole)
    assert path.read_bytes() == damaged and list(tmp_path.iterdir()) == [path]


def test_an_unknown_home_folder_is_refused():
    with pytest.raises(ValueError, match="~nosuchuser/x: no such home folder; write the path without ~"):
        KeyValueStore(Path("~nosuchuser/x"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_read_only_folder_is_refused():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.json"
        path.write_text("older")
        Path(folder).chmod(0o755)
        assert _ended(_write_as_nobody, path) == REFUSED
        assert list(Path(folder).iterdir()) == [path] and path.read_text() == "older"
