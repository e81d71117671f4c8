"""Released files are fetched once, and what is not as released is not kept."""

import pytest

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.corpora.released_files import fetch

CHECKSUMS = {"summaries/a.txt": sha256(b"one"), "b.txt": sha256(b"two")}


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    (folder / "summaries").mkdir(parents=True)
    (folder / "summaries/a.txt").write_bytes(b"one")
    (folder / "b.txt").write_bytes(b"two")
    return folder


def test_what_is_there_is_not_fetched_again(release, tmp_path):
    fetch(release.as_uri(), CHECKSUMS, tmp_path / "copy")
    (release / "b.txt").unlink()
    fetch(release.as_uri(), CHECKSUMS, tmp_path / "copy")
    found = {str(path.relative_to(tmp_path / "copy")) for path in (tmp_path / "copy").rglob("*.*")}
    assert found == set(CHECKSUMS)


def test_a_file_of_another_checksum_is_not_kept(release, tmp_path):
    (release / "b.txt").write_bytes(b"log in first")
    with pytest.raises(ValueError, match=r"b\.txt: wrong checksum .* get it again"):
        fetch(release.as_uri(), CHECKSUMS, tmp_path / "copy")
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["summaries"]
