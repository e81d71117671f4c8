"""Interpreters of a few lines of shell: only what they print says whether they have AllenNLP."""

import hashlib
import io
import sys
import tarfile
import threading
from collections.abc import Iterator
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
    breaks = 0
    breaks_at = 100
    status = 200
    length: str | None = None

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        # the status of each answer
        self.served: list[int] = []
        self.url = f"http://127.0.0.1:{self.server_port}/models/model.tar.gz?x=1"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        server = self.server
        body = server.content if server.status < 400 else b""
        server.served.append(server.status)
        self.send_response(server.status)
        self.send_header("Content-Length", server.length or str(len(body)))
        self.end_headers()
        if server.breaks:
            server.breaks -= 1
            body = body[: server.breaks_at]
        self.wfile.write(body)

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
    assert server.served == [200]
    assert not list(path.parent.glob("*.part*"))


def test_two_urls_do_not_share_a_file(server: Server) -> None:
    assert fetch(server) != fetch(server, "&y=2")


def test_a_download_that_breaks_off_leaves_nothing(server: Server) -> None:
    server.breaks = 1
    message = r"model.tar.gz.*: cannot be downloaded \(received 100 of \d+ bytes\); try again"
    with pytest.raises(ValueError, match=message):
        fetch(server)
    assert not list(archives.cache_folder().iterdir())
    assert fetch(server).read_bytes() == server.content


def test_a_missing_file_is_not_asked_for_again(server: Server) -> None:
    server.status = 404
    with pytest.raises(ValueError, match=r"cannot be downloaded \(HTTP Error 404.*pass the path of a copy"):
        fetch(server)
    assert server.served == [404]


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


def packages(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise AssertionError('imported')", "utf-8")


def test_this_interpreter_is_asked_without_importing_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages(tmp_path, PACKAGES[0])
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    for name in PACKAGES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(ImportError, match=f"No module named 'allennlp_models'; {sys.executable} needs AllenNLP"):
        check_installed()
    packages(tmp_path, PACKAGES[1])
    check_installed()
    assert not set(PACKAGES) & set(sys.modules)
