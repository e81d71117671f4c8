"""Readers over damaged files: what it reads, or one ValueError that names the file, and never a
hang.
"""

import random
import signal
from collections.abc import Iterable, Iterator

import pytest

from helpers.damage import damaged_bytes, damaged_json
from helpers.reader_registry import READERS, Reader
from sacrerouge_litepyramid.io.forms import ProblemsError

#: damaged copies of a file of which a larger number are drawn at random
MAX_COPIES = 150
MAX_SECONDS = 30


def draw(copies: Iterable[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    listed = list(copies)
    return random.Random(0).sample(listed, min(MAX_COPIES, len(listed)))


def read(reader: Reader, folder, content: bytes) -> str:
    """What is wrong with how the content was read; empty when nothing is."""
    (folder / reader.file).write_bytes(content)
    try:
        reader.read(folder)
    except ValueError as error:
        if type(error) not in (ValueError, ProblemsError):
            return f"{type(error).__name__}: {error}"
        return "" if str(folder) in str(error) else f"does not name the file: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


@pytest.fixture(params=READERS)
def reader(request, tmp_path) -> Iterator[Reader]:
    reader = READERS[request.param]
    # An endless read ends the process, as no library would let an error through.
    signal.alarm(MAX_SECONDS)
    for name, content in reader.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    yield reader
    signal.alarm(0)


def test_the_file_itself_is_read(reader, tmp_path):
    reader.read(tmp_path)


def test_damaged_bytes(reader, tmp_path):
    wrong = {
        name: read(reader, tmp_path, content)
        for name, content in draw(damaged_bytes(reader.files[reader.file]))
    }
    assert {name: message[:200] for name, message in wrong.items() if message} == {}


@pytest.mark.parametrize(
    "reader", [name for name, reader in READERS.items() if reader.holds_json], indirect=True
)
def test_values_of_other_kinds(reader, tmp_path):
    wrong = {
        name: read(reader, tmp_path, content)
        for name, content in draw(damaged_json(reader.files[reader.file]))
    }
    assert {name: message[:200] for name, message in wrong.items() if message} == {}
