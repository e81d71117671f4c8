import multiprocessing
import os
import resource
import tempfile
from pathlib import Path

import pytest

from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.store import KeyValueStore

FORK = multiprocessing.get_context("fork")
SHARED_KEYS = [bytes([index]) for index in range(50)]


def fill_disk(path):
    store = KeyValueStore(path)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
    with pytest.raises(
        ValueError, match=r"full.sqlite: cannot be used as a cache \(.*\); .* free some space"
    ):
        store.put({b"big": bytes(1 << 20)})


def write_as_nobody(path):
    os.setuid(65534)
    with pytest.raises(ValueError, match=r"x.json: cannot be written \(no permission\)"):
        write_json(path, {})


def store_shared_keys(path, value):
    store = KeyValueStore(path)
    for key in SHARED_KEYS:
        store.put({key: value})
        assert store.get([key])[key] in (b"1", b"2")


def run_processes(target, *arguments_of_each):
    """Run a function in a process for each of its arguments; fail if a process fails."""
    processes = [FORK.Process(target=target, args=arguments) for arguments in arguments_of_each]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0


def test_a_full_disk_is_an_error_and_loses_nothing(tmp_path):
    path = tmp_path / "full.sqlite"
    KeyValueStore(path).put({b"small": b"kept"})
    run_processes(fill_disk, [path])
    assert KeyValueStore(path).get([b"small", b"big"]) == {b"small": b"kept"}


def test_two_processes_write_the_same_keys(tmp_path):
    path = tmp_path / "shared.sqlite"
    run_processes(store_shared_keys, (path, b"1"), (path, b"2"))
    assert len(KeyValueStore(path).get(SHARED_KEYS)) == len(SHARED_KEYS)


def test_the_first_value_of_a_key_stays(tmp_path):
    store = KeyValueStore(tmp_path / "x.sqlite")
    store.put({b"a": b"first"})
    store.put({b"a": b"second", b"b": b"new"})
    assert store.get([b"a", b"b", b"c"]) == {b"a": b"first", b"b": b"new"}


def test_a_tilde_is_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    KeyValueStore(Path("~/folder/x.sqlite")).close()
    assert (tmp_path / "folder" / "x.sqlite").exists()


@pytest.mark.parametrize("intact_bytes", [0, 100])
def test_a_damaged_cache_is_named_with_the_remedy_and_kept(tmp_path, intact_bytes):
    path = tmp_path / "x.sqlite"
    store = KeyValueStore(path)
    store.put({b"a": b"first"})
    store.close()
    damaged = path.read_bytes()[:intact_bytes] + b"\xff" * 1000
    path.write_bytes(damaged)
    message = r"x\.sqlite: cannot be used as a cache \(.*\); delete the file if it is damaged,"
    with pytest.raises(ValueError, match=message):
        KeyValueStore(path).get([b"a"])
    assert path.read_bytes() == damaged and list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_read_only_folder_is_refused():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.json"
        path.write_text("older")
        Path(folder).chmod(0o755)
        run_processes(write_as_nobody, [path])
        assert list(Path(folder).iterdir()) == [path] and path.read_text() == "older"
