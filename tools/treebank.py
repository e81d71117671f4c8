"""Read Universal Dependencies treebanks from CoNLL-U files."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.storage.files import read_text

#: columns of a CoNLL-U line: https://universaldependencies.org/format.html
INDEX, FORM, TAG, HEAD, RELATION = 0, 1, 4, 6, 7


class TreebankSentence(NamedTuple):
    """A sentence's text and, for each word, Penn tag, head (index from 0; the root's is its own) and UD relation."""

    text: str
    words: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]


def read_treebank(folder: str | Path, part: str) -> list[TreebankSentence]:
    """Return all sentences of the files ``*-{part}.conllu`` of a folder, in the order of the files' names."""
    paths = sorted(Path(folder).glob(f"*-{part}.conllu"))
    if not paths:
        raise ValueError(f"{folder}: no file *-{part}.conllu; give the folder of Universal Dependencies treebanks")
    return [sentence for path in paths for sentence in read_conllu(path)]


def read_conllu(path: str | Path) -> list[TreebankSentence]:
    """Return the sentences of a CoNLL-U file; raise ValueError naming file and line for any other line."""
    return [_sentence(lines, path) for lines in _blocks(path)]


def _blocks(path: str | Path) -> Iterator[list[tuple[int, str]]]:
    """Yield the lines of each sentence, with their numbers from 1."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*read_text(path).split("\n"), ""], start=1):
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []


def _sentence(lines: list[tuple[int, str]], path: str | Path) -> TreebankSentence:
    text = ""
    rows: list[list[str]] = []
    heads: list[int] = []
    words = sum(line.split("\t")[INDEX].isdigit() for _, line in lines)
    for number, line in lines:
        if line.startswith("# text = "):
            text = line[len("# text = ") :].strip()
        elif not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) != 10:
                raise ValueError(f"{path}, line {number}: {len(columns)} columns; CoNLL-U has 10, divided by tabs")
            # Ranges ("3-4", a word written with the next) and empty nodes ("3.1") are not words of the tree.
            if columns[INDEX].isdigit():
                rows.append(columns)
                heads.append(_head(columns[HEAD], words, f"{path}, line {number}"))
    return TreebankSentence(
        text=text or " ".join(row[FORM] for row in rows),
        words=tuple(row[FORM] for row in rows),
        tags=tuple(row[TAG] for row in rows),
        heads=tuple(head if head >= 0 else index for index, head in enumerate(heads)),
        relations=tuple(row[RELATION] for row in rows),
    )


def _head(column: str, words: int, where: str) -> int:
    """Return the head's index from 0, -1 for a root."""
    if not (column.isdecimal() and int(column) <= words):
        raise ValueError(f"{where}: the head {column!r} is no number from 0 to {words}, the words of the sentence")
    return int(column) - 1
