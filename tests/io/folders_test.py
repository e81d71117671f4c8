import os

import pytest

from sacrerouge_litepyramid.io.files import check_no_leftovers, write_together


def test_files_appear_together(tmp_path):
    with write_together(tmp_path / "new" / "out") as folder:
        (folder / "a").write_text("1")
        assert not (tmp_path / "new" / "out" / "a").exists()
    assert (tmp_path / "new" / "out" / "a").read_text() == "1"
    assert [each.name for each in (tmp_path / "new" / "out").iterdir()] == ["a"]


def test_nothing_appears_after_an_error(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a").write_text("old")
    with pytest.raises(KeyError), write_together(tmp_path / "out") as folder:
        (folder / "a").write_text("new")
        raise KeyError
    assert [(each.name, each.read_text()) for each in (tmp_path / "out").iterdir()] == [("a", "old")]


def test_a_folder_that_cannot_be_is_named(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(ValueError, match="file: cannot be written"), write_together(tmp_path / "file" / "out"):
        pass


def test_a_file_of_another_run_is_refused(tmp_path):
    (tmp_path / "b").write_text("x")
    check_no_leftovers(tmp_path, ["a", "b"], ["a", "b", "c"])
    check_no_leftovers(tmp_path / "none", [], ["a"])
    with pytest.raises(ValueError, match="b: it is of another run, .*; remove it, or choose another --output-dir"):
        check_no_leftovers(tmp_path, ["a"], ["a", "b", "c"])


def test_what_a_killed_run_left_goes_with_the_next(tmp_path):
    process = os.fork()
    if not process:
        with write_together(tmp_path) as folder:
            (folder / "a").write_text("half")
            os._exit(9)
    os.waitpid(process, 0)
    assert len(list(tmp_path.iterdir())) == 2
    with write_together(tmp_path) as folder:
        (folder / "b").write_text("1")
    assert [each.name for each in tmp_path.iterdir()] == ["b"]


def test_a_file_that_is_a_link_is_written_through(tmp_path):
    (tmp_path / "a").symlink_to("real")
    with write_together(tmp_path) as folder:
        (folder / "a").write_text("1")
    assert (tmp_path / "a").is_symlink() and (tmp_path / "real").read_text() == "1"
