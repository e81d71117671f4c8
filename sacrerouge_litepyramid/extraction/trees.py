"""Dependency trees: words, Penn tags, Universal Dependencies relations; and the span of a word (rule 3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

#: trimmed from the edges of a span
EDGE_PUNCTUATION = frozenset((",", ";", ":", ".", "-", "–", "—", "--", "!", "?", "...", "…"))
QUOTES = frozenset(('"', "'", "``", "''", "`", "“", "”", "‘", "’"))


@dataclass(frozen=True)
class Tree:
    """One sentence; ``heads`` are indices from 0 (a root is its own head), ``relations`` as in "nsubj:pass".

    A parser may leave several roots.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    children: tuple[list[int], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        children: tuple[list[int], ...] = tuple([] for _ in self.words)
        for index, head in enumerate(self.heads):
            if head != index:
                children[head].append(index)
        object.__setattr__(self, "children", children)

    def relation(self, index: int) -> str:
        """Return the relation to the head, without its subtype."""
        return self.relations[index].partition(":")[0]

    def is_verb(self, index: int) -> bool:
        return self.tags[index].startswith("VB")

    def children_of(self, index: int, *relations: str) -> Iterator[int]:
        """Yield the children in one of the relations (subtypes ignored), in text order."""
        return (child for child in self.children[index] if self.relation(child) in relations)

    def subtree(self, index: int, without: Sequence[int] = ()) -> set[int]:
        """Return a word and all its descendants, without the words ``without`` and theirs."""
        found: set[int] = set()
        open_nodes = [index]
        while open_nodes:
            node = open_nodes.pop()
            if node not in found and node not in without:
                found.add(node)
                open_nodes += self.children[node]
        return found

    def span(self, index: int) -> range:
        """Return the contiguous run of a word's subtree around it, trimmed (rule 3)."""
        return self.run_around(index, self.subtree(index))

    def run_around(self, index: int, indices: set[int]) -> range:
        """Return the contiguous run of the indices around one, without outer punctuation and unpaired quotes."""
        start = end = index
        while start - 1 in indices:
            start -= 1
        while end + 1 in indices:
            end += 1
        return self.trim(range(start, end + 1))

    def trim(self, span: range) -> range:
        start, stop = span.start, span.stop
        while stop - start > 1:
            unpaired = sum(map(self.is_quote, range(start, stop))) % 2 == 1
            if self.words[start] in EDGE_PUNCTUATION or (unpaired and self.is_quote(start)):
                start += 1
            elif self.words[stop - 1] in EDGE_PUNCTUATION or (unpaired and self.is_quote(stop - 1)):
                stop -= 1
            else:
                break
        return range(start, stop)

    def is_quote(self, index: int) -> bool:
        return self.words[index] in QUOTES and self.tags[index] != "POS"
