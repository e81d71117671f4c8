import urllib.error
import urllib.request

import pytest

from helpers.hostile_archives import UNSAFE, archive, archive_of, file, header
from sacrerouge_litepyramid.io.downloads import check_members, download_whole, read_members

DIRECTORY = b"5"


@pytest.fixture(params=[check_members, read_members])
def reader(request):
    return request.param


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.tar.gz"


def test_files_are_read_in_memory(path):
    path.write_bytes(
        archive(header("./d", kind=DIRECTORY), file("./d/x", b"one"), file("d/empty", b""))
    )
    assert read_members(path) == {"d/x": b"one", "d/empty": b""}
    assert [file.name for file in path.parent.iterdir()] == ["a.tar.gz"]


@pytest.mark.parametrize("name", UNSAFE)
def test_unsafe_members_are_refused(reader, path, name):
    path.write_bytes(archive(file("good", b"one"), UNSAFE[name]))
    with pytest.raises(
        ValueError, match=r"a.tar.gz has the unsafe member '[^']*x'; use another archive$"
    ):
        reader(path)


@pytest.mark.parametrize("cut", [5, 200, -1])
def test_a_truncated_archive_is_refused(reader, path, cut):
    path.write_bytes(archive_of({str(number): bytes(range(256)) for number in range(9)})[:cut])
    with pytest.raises(ValueError, match="a.tar.gz is not a complete .tar.gz file"):
        reader(path)


@pytest.mark.parametrize(
    "error", [urllib.error.URLError("Name or service not known"), ConnectionResetError("reset")]
)
def test_a_download_that_fails_leaves_nothing(tmp_path, monkeypatch, error):
    def refuse(url, timeout):
        raise error

    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    remedy = "http://x: cannot be downloaded .*; try again, or pass the path of a copy"
    with pytest.raises(ValueError, match=remedy), download_whole("http://x", tmp_path / "x"):
        pass
    assert not list(tmp_path.iterdir())
