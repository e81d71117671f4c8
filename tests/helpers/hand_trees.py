"""Trees in one line, so that rules are tested apart from any parser."""

from sacrerouge_litepyramid.extraction.trees import Tree


def tree(text: str) -> Tree:
    """A tree from "word/TAG/head/relation" tokens; heads count from 1, and 0 is the root."""
    rows = [token.rsplit("/", 3) for token in text.split()]
    return Tree(
        words=tuple(row[0] for row in rows),
        tags=tuple(row[1] for row in rows),
        heads=tuple(int(row[2]) - 1 if row[2] != "0" else index for index, row in enumerate(rows)),
        relations=tuple(row[3] for row in rows),
    )
