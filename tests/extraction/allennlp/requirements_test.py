"""Interpreters of a few lines of shell: only what they print says whether they have AllenNLP."""

import hashlib
import io
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
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


CONTENT = packed(("config.json", b"{}" * 5000))
DIGEST = hashlib.sha256(CONTENT).hexdigest()
URL = "https://127.0.0.1:9/m.tar.gz"


@pytest.fixture
def downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were downloaded; tests/io has the tests of downloading itself."""
    urls = []

    @contextmanager
    def download(url: str, path: Path) -> Iterator[Path]:
        urls.append(url)
        part = tmp_path / "part"
        part.write_bytes(CONTENT)
        yield part
        path.parent.mkdir(exist_ok=True)
        part.rename(path)

    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(archives, "download_whole", download)
    return urls


def test_a_path_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.tar.gz").write_bytes(CONTENT)
    monkeypatch.chdir(tmp_path)
    assert archives.find_archive("m.tar.gz", DIGEST.upper()) == (tmp_path / "m.tar.gz").resolve()
    with pytest.raises(
        ValueError, match=f"has the SHA-256 {DIGEST}, not the expected 00ff; remove or replace it"
    ):
        archives.find_archive("m.tar.gz", "00ff")
    for path in ("n.tar.gz", str(tmp_path)):
        with pytest.raises(ValueError, match="archive: no file .*; pass the path or the URL"):
            archives.find_archive(path)


def test_a_url_is_downloaded_once(downloads: list[str]) -> None:
    path = archives.find_archive(URL, DIGEST)
    assert path.read_bytes() == CONTENT and path.parent == archives.cache_folder()
    assert archives.find_archive(URL, DIGEST) == path != archives.find_archive(f"{URL}?y=2", DIGEST)
    assert downloads == [URL, f"{URL}?y=2"]


def test_a_download_and_a_kept_file_must_have_the_checksum(downloads: list[str]) -> None:
    with pytest.raises(ValueError, match=f"has the SHA-256 {DIGEST}, not the expected 00ff"):
        archives.find_archive(URL, "00ff")
    path = archives.find_archive(URL, DIGEST)
    path.write_bytes(packed(("config.json", b"changed")))
    with pytest.raises(
        ValueError, match=f"has the SHA-256 [0-9a-f]{{64}}, not the expected {DIGEST}; remove"
    ):
        archives.find_archive(URL, DIGEST)


def test_an_address_needs_a_checksum() -> None:
    with pytest.raises(
        ValueError,
        match="archive: https://127.0.0.1:9/m.tar.gz needs a checksum; pass the SHA-256 of a copy",
    ):
        archives.find_archive("https://127.0.0.1:9/m.tar.gz")


def packages(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise AssertionError('imported')", "utf-8")


def test_this_interpreter_is_asked_without_importing_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages(tmp_path, PACKAGES[0])
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    for name in PACKAGES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(
        ImportError, match=f"No module named 'allennlp_models'; {sys.executable} needs AllenNLP"
    ):
        check_installed()
    packages(tmp_path, PACKAGES[1])
    check_installed()
    assert not set(PACKAGES) & set(sys.modules)
