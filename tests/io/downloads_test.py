import tarfile
import tracemalloc
import urllib.error
import urllib.request

import pytest

from helpers.hostile_archives import BROKEN, LARGE, UNSAFE, archive, archive_of, file, header
from sacrerouge_litepyramid.io.downloads import check_members, download, read_members

DIRECTORY = b"5"


@pytest.fixture(params=[check_members, read_members])
def reader(request):
    return request.param


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.tar.gz"


def test_files_are_read_in_memory(path):
    path.write_bytes(archive(header("./d", kind=DIRECTORY), file("./d/x", b"one"), file("d/empty", b"")))
    assert read_members(path) == {"d/x": b"one", "d/empty": b""}
    assert [each.name for each in path.parent.iterdir()] == ["a.tar.gz"]


@pytest.mark.parametrize("kind", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_the_kinds_of_archives_that_programs_write(reader, path, tmp_path, kind):
    name = "/".join(["a folder"] * 9 + ["ä"])
    (tmp_path / "x").write_bytes(b"one")
    with tarfile.open(path, "w:gz", format=kind) as made:
        made.add(tmp_path / "x", name)
    assert reader(path) == ({name: b"one"} if reader is read_members else None)


@pytest.mark.parametrize("name", UNSAFE)
def test_unsafe_members_are_refused(reader, path, name):
    """From Python 3.14 on tarfile itself refuses a negative size, as damage."""
    path.write_bytes(archive(file("good", b"one"), UNSAFE[name]))
    message = r"a.tar.gz (holds the unsafe member '[^']*x'; nothing of it is used|is not .* \(invalid offset\))"
    with pytest.raises(ValueError, match=message):
        reader(path)


@pytest.mark.parametrize("name", BROKEN)
def test_broken_archives_are_refused(reader, path, name):
    path.write_bytes(archive(file("good", b"one"), BROKEN[name]))
    with pytest.raises(ValueError, match=r"a.tar.gz is not a whole .tar.gz file \(.*\); get it again"):
        reader(path)


@pytest.mark.parametrize("name", LARGE)
def test_an_archive_that_would_fill_memory_or_disk_is_refused(reader, path, name):
    path.write_bytes(archive(file("good", b"one"), LARGE[name]))
    with pytest.raises(ValueError, match="a.tar.gz holds more than 65536 bytes; nothing of it is used"):
        reader(path, max_bytes=1 << 16)


def test_what_was_looked_at_is_not_kept(path):
    path.write_bytes(archive(file("x", b"") * (1 << 14)))
    tracemalloc.start()
    check_members(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 22


def test_the_limit_counts_contents_headers_and_the_end(reader, path):
    path.write_bytes(archive(file("x", bytes(600)), file("y", bytes(600))))
    reader(path, max_bytes=2 * (512 + 1024) + 1024)
    with pytest.raises(ValueError, match="holds more than"):
        reader(path, max_bytes=2 * (512 + 1024) - 1)


@pytest.mark.parametrize("cut", [0, 5, 20, 200, -1, -9])
def test_a_truncated_archive_is_refused(reader, path, cut):
    path.write_bytes(archive_of({str(number): bytes(range(256)) for number in range(9)})[:cut])
    with pytest.raises(ValueError, match="a.tar.gz is not a whole .tar.gz file"):
        reader(path)


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (urllib.error.URLError("Name or service not known"), 1),
        (urllib.error.HTTPError("http://x", 404, "none", None, None), 1),
        (urllib.error.HTTPError("http://x", 503, "busy", None, None), 3),
        (ConnectionResetError("reset"), 3),
    ],
)
def test_a_download_is_tried_again_where_that_can_help(tmp_path, monkeypatch, error, tries):
    asked = []

    def refuse(request, timeout):
        asked.append(request.full_url)
        raise error

    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    with pytest.raises(ValueError, match=r"http://x: cannot be downloaded .*; try again, or give the path of a copy"):
        download("http://x", tmp_path / "x.part")
    assert len(asked) == tries
