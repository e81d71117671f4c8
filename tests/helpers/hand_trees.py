"""Trees in one line, so that rules are tested apart from any parser."""

from sacrerouge_litepyramid.extraction.trees import Tree


def tree(text: str) -> Tree:
    """A tree from "word/TAG/head/relation" tokens; heads count from 1, and 0 is the root."""
    words, tags, heads, relations = [], [], [], []
    for index, token in enumerate(text.split()):
        word, tag, head, relation = token.rsplit("/", 3)
        words.append(word)
        tags.append(tag)
        # The root is its own head.
        heads.append(index if head == "0" else int(head) - 1)
        relations.append(relation)
    return Tree(tuple(words), tuple(tags), tuple(heads), tuple(relations))
