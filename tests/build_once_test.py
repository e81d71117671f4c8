import multiprocessing
from pathlib import Path

import pytest

from helpers.build_once import build_folder

FORK = multiprocessing.get_context("fork")


def build_and_count(root: Path) -> None:
    def build(folder: Path) -> None:
        with (root / "builds").open("a") as out:
            out.write("x")
        (folder / "model").write_text("whole")

    build_folder(root / "built" / "model", build)


def test_of_several_processes_one_builds(tmp_path: Path) -> None:
    processes = [FORK.Process(target=build_and_count, args=(tmp_path,)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    assert (tmp_path / "builds").read_text() == "x"
    assert (tmp_path / "built/model/model").read_text() == "whole"


def test_a_build_that_failed_is_made_again_from_nothing(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").touch()
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        build_folder(tmp_path / "model", fail)
    built = build_folder(tmp_path / "model", lambda folder: (folder / "whole").touch())
    assert [path.name for path in built.iterdir()] == ["whole"]
