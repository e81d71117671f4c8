import io
import tarfile

import pytest

from sacrerouge_litepyramid.tarballs import check_members, read_members

HARD_LINK, SYMBOLIC_LINK, DIRECTORY, FIFO = 1, 2, 5, 6


def write(path, *members):
    """Members: a name and a file's content, or a name and a number, its type."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            if isinstance(content, bytes):
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
            else:
                member.type, member.linkname = str(content).encode(), "/etc/passwd"
                archive.addfile(member)
    return path


def test_files_are_read_in_memory(tmp_path):
    path = write(tmp_path / "a.tar.gz", ("./d", DIRECTORY), ("./d/x", b"one"), ("d/empty", b""))
    assert read_members(path) == {"d/x": b"one", "d/empty": b""}
    assert [each.name for each in tmp_path.iterdir()] == ["a.tar.gz"]


@pytest.mark.parametrize(
    "name, content",
    [
        ("../x", b"one"),
        ("/x", b"one"),
        ("d/../../x", b"one"),
        ("x", SYMBOLIC_LINK),
        ("x", HARD_LINK),
        ("x", FIFO),
    ],
)
def test_unsafe_members_are_refused(tmp_path, name, content):
    path = write(tmp_path / "a.tar.gz", ("good", b"one"), (name, content))
    with pytest.raises(ValueError, match=f"a.tar.gz holds the unsafe member '{name}'"):
        read_members(path)


def test_an_archive_that_would_fill_the_memory_is_refused(tmp_path):
    path = write(tmp_path / "a.tar.gz", ("x", bytes(600)), ("y", bytes(600)))
    assert len(read_members(path, most_bytes=1200)) == 2
    with pytest.raises(ValueError, match="a.tar.gz holds more than 1199 bytes of files; it is not read"):
        read_members(path, most_bytes=1199)


@pytest.mark.parametrize("cut", [20, 200, -1, -9])
def test_a_truncated_archive_is_refused(tmp_path, cut):
    path = write(tmp_path / "a.tar.gz", *((str(number), bytes(range(256))) for number in range(9)))
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(ValueError, match="a.tar.gz is not a whole .tar.gz file"):
        read_members(path)


def test_an_archive_that_would_fill_the_disk_is_refused(tmp_path):
    path = write(tmp_path / "a.tar.gz", ("x", bytes(1 << 20)), ("y", bytes(1 << 20)))
    assert path.stat().st_size < 1 << 13
    check_members(path, most_bytes=1 << 21)
    with pytest.raises(ValueError, match="a.tar.gz holds more than 2097151 bytes of files; it is not unpacked"):
        check_members(path, most_bytes=(1 << 21) - 1)
