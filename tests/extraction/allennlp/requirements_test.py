"""Interpreters of a few lines of shell: only what they print says whether they have AllenNLP."""

import hashlib
import io
import os
import sys
import tarfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from sacrerouge_litepyramid.extraction.allennlp import worker_client as archives
from sacrerouge_litepyramid.extraction.allennlp.worker_client import PACKAGES, check_installed


def packed(*members: tuple[str, bytes]) -> bytes:
    """A .tar.gz of files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


class Server(ThreadingHTTPServer):
    """Serves ``content`` to every GET; breaks off after ``breaks_at`` bytes for the first ``breaks`` requests."""

    content = packed(("config.json", b"{}" * 5000), ("weights.th", bytes(range(256)) * 40))
    etag: str | None = '"one"'
    ranges = True
    breaks = 0
    breaks_at = 100
    status = 200
    length: str | None = None

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.served: list[tuple[int, int]] = []
        self.url = f"http://127.0.0.1:{self.server_port}/models/model.tar.gz?x=1"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        server, start, status = self.server, 0, self.server.status
        if server.ranges and self.headers.get("Range") and self.headers.get("If-Range") == server.etag:
            start, status = int(self.headers["Range"][len("bytes=") : -1]), 206
            if start >= len(server.content):
                status = 416
        body = server.content[start:] if status < 400 else b""
        sent = body
        if server.breaks:
            server.breaks -= 1
            sent = body[: server.breaks_at]
        server.served.append((status, start))
        self.send_response(status)
        if server.etag:
            self.send_header("ETag", server.etag)
        self.send_header("Content-Length", server.length or str(len(body)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_path_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.tar.gz").write_bytes(Server.content)
    monkeypatch.chdir(tmp_path)
    assert archives.find_archive("m.tar.gz") == (tmp_path / "m.tar.gz").resolve()
    with pytest.raises(ValueError, match="archive: no file 'n.tar.gz'; pass the path or the URL"):
        archives.find_archive("n.tar.gz")
    with pytest.raises(ValueError, match="archive: no file"):
        archives.find_archive(str(tmp_path))


def digest(server: Server) -> str:
    return hashlib.sha256(server.content).hexdigest()


def fetch(server: Server, query: str = "") -> Path:
    """The archive at the server's address with its checksum; the server of the tests speaks http."""
    return archives.fetch_url(server.url + query, digest(server))


def test_a_url_is_downloaded_once(server: Server) -> None:
    path = fetch(server)
    assert path.read_bytes() == server.content
    assert path.parent == archives.cache_folder() and path.name.endswith("-model.tar.gz")
    assert fetch(server) == path
    assert server.served == [(200, 0)]
    assert not list(path.parent.glob("*.part*"))


def test_two_runs_download_a_url_once(server: Server) -> None:
    with ThreadPoolExecutor(2) as pool:
        paths = set(pool.map(fetch, [server, server]))
    assert len(paths) == len(server.served) == 1


def test_two_urls_do_not_share_a_file(server: Server) -> None:
    assert fetch(server) != fetch(server, "&y=2")


def test_a_download_goes_on_where_it_broke_off(server: Server) -> None:
    server.breaks = 2
    assert fetch(server).read_bytes() == server.content
    assert server.served == [(200, 0), (206, 100), (206, 200)]


def test_a_download_goes_on_in_a_later_run(server: Server) -> None:
    server.breaks = 3
    with pytest.raises(
        ValueError, match=r"model.tar.gz.*: cannot be downloaded \(received 300 of \d+ bytes\); try again"
    ):
        fetch(server)
    assert fetch(server).read_bytes() == server.content
    assert server.served[-1] == (206, 300)


@pytest.mark.parametrize("etag,ranges", [(None, True), ('"one"', False)])
def test_a_download_starts_again_where_it_cannot_go_on(server: Server, etag: str | None, ranges: bool) -> None:
    server.breaks, server.etag, server.ranges = 1, etag, ranges
    assert fetch(server).read_bytes() == server.content
    assert server.served == [(200, 0), (200, 0)]


def test_a_file_that_changed_meanwhile_is_not_mixed(server: Server) -> None:
    server.breaks = 3
    with pytest.raises(ValueError, match="cannot be downloaded"):
        fetch(server)
    server.content, server.etag = packed(("config.json", b"[]" * 9000)), '"two"'
    assert fetch(server).read_bytes() == server.content


def test_a_download_that_was_whole_but_not_moved_is_made_again(server: Server) -> None:
    path = fetch(server)
    part = path.replace(path.with_name(path.name + ".part"))
    part.with_name(part.name + ".version").write_text('"one"')
    assert fetch(server).read_bytes() == server.content
    assert [status for status, _ in server.served] == [200, 416, 200]


def test_a_missing_file_is_not_asked_for_again(server: Server) -> None:
    server.status = 404
    with pytest.raises(ValueError, match=r"cannot be downloaded \(HTTP Error 404.*pass the path of a copy"):
        fetch(server)
    assert server.served == [(404, 0)]


@pytest.mark.parametrize("length", ["much", "99999999", "100"])
def test_a_server_that_lies_about_the_length_is_no_archive(server: Server, length: str) -> None:
    server.length = length
    with pytest.raises(ValueError, match="cannot be downloaded|not the expected"):
        fetch(server)


def test_an_address_needs_a_checksum() -> None:
    with pytest.raises(
        ValueError, match="archive: https://127.0.0.1:9/m.tar.gz needs a checksum; pass the SHA-256 of a copy"
    ):
        archives.find_archive("https://127.0.0.1:9/m.tar.gz")


def test_no_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path))
    with pytest.raises(ValueError, match="https://127.0.0.1:9/m.tar.gz: cannot be downloaded"):
        archives.find_archive("https://127.0.0.1:9/m.tar.gz", "00ff")


def test_the_expected_checksum_is_compared(server: Server) -> None:
    with pytest.raises(
        ValueError, match=f"has the SHA-256 {digest(server)}, not the expected 00ff; remove or replace it"
    ):
        archives.fetch_url(server.url, "00ff")
    assert not list(archives.cache_folder().glob("*.gz")), "what was refused is not kept"
    path = archives.fetch_url(server.url, digest(server).upper())
    assert archives.find_archive(str(path), digest(server)) == path
    with pytest.raises(ValueError, match="not the expected 00ff"):
        archives.find_archive(str(path), "00ff")
    path.write_bytes(packed(("config.json", b"changed")))
    with pytest.raises(ValueError, match=f"has the SHA-256 [0-9a-f]{{64}}, not the expected {digest(server)}; remove"):
        fetch(server)


def interpreter(folder: Path, script: str) -> str:
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


def packages(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise AssertionError('imported')", "utf-8")


@pytest.mark.parametrize("printed", ['["allennlp"]', 'hello\n["allennlp", "allennlp_models"]'])
def test_an_interpreter_that_lacks_it_is_named_with_the_lines_that_install_it(tmp_path: Path, printed: str) -> None:
    python = interpreter(tmp_path, f"printf '%s\\n' '{printed}'")
    with pytest.raises(ImportError) as failure:
        check_installed(python, os.environ)
    assert str(failure.value) == (
        f"No module named 'allennlp'; {python} needs AllenNLP: pip install 'sacrerouge-litepyramid[allennlp]', then "
        "pip install --no-deps allennlp==2.10.1 allennlp-models==2.10.1 cached-path==1.8.10"
    )


@pytest.mark.parametrize("script", ["exit 0", "echo usage; exit 2", "kill -9 $$", "echo '[' >&2"])
def test_what_is_no_python_is_named(tmp_path: Path, script: str) -> None:
    python = interpreter(tmp_path, script)
    with pytest.raises(
        ValueError,
        match=f"^.LITEPYRAMID_ALLENNLP_PYTHON: '{python}' does not answer as Python 3 does; set another",
    ):
        check_installed(python, os.environ)


def test_the_working_directory_does_not_count_in_another_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = interpreter(tmp_path, f'exec {sys.executable} -S "$@"')
    packages(tmp_path, *PACKAGES)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ImportError, match="No module named 'allennlp'"):
        check_installed(python, {})
    check_installed(python, {"PYTHONPATH": str(tmp_path)})


def test_this_interpreter_is_asked_without_importing_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages(tmp_path, PACKAGES[0])
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    for name in PACKAGES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(ImportError, match=f"No module named 'allennlp_models'; {sys.executable} needs AllenNLP"):
        check_installed(sys.executable, {})
    packages(tmp_path, PACKAGES[1])
    check_installed(sys.executable, {})
    assert not set(PACKAGES) & set(sys.modules)
