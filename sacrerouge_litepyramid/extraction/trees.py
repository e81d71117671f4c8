"""Dependency trees, the spans of words, the subjects of predicates, and the parser."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sacrerouge_litepyramid.core.json_text import sha256

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

#: marks that are trimmed from the edges of a span
_EDGE_PUNCTUATION = frozenset((",", ";", ":", ".", "-", "–", "—", "--", "!", "?", "...", "…"))
_QUOTES = frozenset(('"', "'", "``", "''", "`", "“", "”", "‘", "’"))


@dataclass(frozen=True)
class Tree:
    """The tree of one sentence, which may have several roots."""

    words: tuple[str, ...]
    #: Penn tags
    tags: tuple[str, ...]
    #: the index of each word's head; the head of a root is the word itself
    heads: tuple[int, ...]
    #: the relations to the heads, with subtypes, as "nsubj:pass"
    relations: tuple[str, ...]
    #: the offset in the sentence at which each word begins, if known
    starts: tuple[int, ...] = ()

    @cached_property
    def children(self) -> list[list[int]]:
        """The children of each word, in text order."""
        children: list[list[int]] = [[] for _ in self.words]
        for index, head in enumerate(self.heads):
            if head != index:
                children[head].append(index)
        return children

    def relation(self, index: int) -> str:
        """Return a word's relation to its head, without the subtype."""
        return self.relations[index].partition(":")[0]

    def lower(self, index: int) -> str:
        return self.words[index].lower()

    def is_verb(self, index: int) -> bool:
        return self.tags[index].startswith("VB")

    def children_of(self, index: int, *relations: str) -> list[int]:
        """Return the children in one of the relations (subtypes ignored), in text order."""
        return [child for child in self.children[index] if self.relation(child) in relations]

    def subtree(self, index: int, without: Collection[int] = ()) -> set[int]:
        """Return a word and all its descendants.

        The words ``without`` and their descendants are left out.
        """
        nodes = set()
        open_nodes = [index]
        while open_nodes:
            node = open_nodes.pop()
            if node not in nodes and node not in without:
                nodes.add(node)
                open_nodes += self.children[node]
        return nodes

    def span(self, index: int) -> range:
        """Return the trimmed run of contiguous words around a word that are in its subtree."""
        return self.run_around(index, self.subtree(index))

    def run_around(self, index: int, indices: set[int]) -> range:
        """Return the trimmed run of contiguous words around a word that are among the indices."""
        start = end = index
        while start - 1 in indices:
            start -= 1
        while end + 1 in indices:
            end += 1
        return self.trim(range(start, end + 1))

    def trim(self, span: range) -> range:
        """Return a span without punctuation and unpaired quotes at its edges.

        At least one word remains.
        """
        while len(span) > 1:
            has_unpaired = sum(map(self._is_quote, span)) % 2 == 1
            if self._is_edge(span[0], has_unpaired):
                span = span[1:]
            elif self._is_edge(span[-1], has_unpaired):
                span = span[:-1]
            else:
                break
        return span

    def _is_edge(self, index: int, has_unpaired: bool) -> bool:
        return self.words[index] in _EDGE_PUNCTUATION or (has_unpaired and self._is_quote(index))

    def _is_quote(self, index: int) -> bool:
        # The tag POS marks the apostrophe of a genitive.
        return self.words[index] in _QUOTES and self.tags[index] != "POS"


WH_TAGS = frozenset(("WDT", "WP", "WP$", "WRB"))
_RELATIVIZER_RELATIONS = ("nsubj", "obj", "iobj", "obl", "advmod", "nmod", "mark")
#: "stop him from leaving", "talk her into leaving": the object is the subject of the clause
_OBJECT_MARKS = frozenset(("of", "from", "into", "for"))
#: relations whose words precede a noun in its subtree, but do not belong to the noun phrase
_NOT_OF_NOUN_PHRASE = (
    *("case", "mark", "cc", "cop", "aux", "nsubj", "csubj"),
    *("advmod", "obl", "advcl", "expl", "discourse", "vocative", "parataxis"),
)
#: a chain of inherited subjects longer than this is a parsing error
_MAX_CHAIN = 12


def find_subject(tree: Tree, predicate: int, chain: int = _MAX_CHAIN) -> set[int]:
    """Return the words of a predicate's subject, or none.

    The predicate of a copula is its complement.
    """
    if chain == 0:
        return set()
    if tree.relations[predicate] == "acl:relcl":
        return _find_relative_subject(tree, predicate)
    child = find_own_subject(tree, predicate)
    if child is not None:
        return set(tree.span(child))
    head = tree.heads[predicate]
    inherit = _INHERITED_SUBJECTS.get(tree.relation(predicate))
    if inherit is None or head == predicate:
        return set()
    return inherit(tree, predicate, head, chain - 1)


def find_own_subject(tree: Tree, predicate: int) -> int | None:
    """Return the child that is the subject.

    The outer subject of a clause that is a complement does not count.
    """
    for child in tree.children_of(predicate, "nsubj", "csubj"):
        if not tree.relations[child].endswith(":outer"):
            return child
    return None


def _find_relativizer(tree: Tree, predicate: int) -> int | None:
    """Return the child before the predicate that has a wh-word or is a relative "that"."""
    for child in tree.children_of(predicate, *_RELATIVIZER_RELATIONS):
        has_wh_word = any(tree.tags[index] in WH_TAGS for index in tree.span(child))
        if child < predicate and (has_wh_word or tree.lower(child) == "that"):
            return child
    return None


def _find_relative_subject(tree: Tree, predicate: int) -> set[int]:
    """Return the words of the subject of a relative clause.

    They are the antecedent, the relativizer if there is one, and the clause's own subject.
    """
    child = find_own_subject(tree, predicate)
    relativizer = _find_relativizer(tree, predicate)
    words = set() if child is None else set(tree.span(child))
    if relativizer is not None:
        words |= set(tree.span(relativizer))
    # A clause with its own subject and object does not refer to the antecedent.
    elif child is not None and any(tree.children_of(predicate, "obj")):
        return words
    clause_start = min(tree.subtree(predicate))
    return words | _find_noun_phrase(tree, tree.heads[predicate], before=clause_start)


def _find_noun_phrase(tree: Tree, head: int, before: int) -> set[int]:
    """Return the words of a head's noun phrase, up to the word ``before``."""
    apart = tree.children_of(head, *_NOT_OF_NOUN_PHRASE)
    words = {index for index in tree.subtree(head, without=apart) if index < before}
    return set(tree.run_around(head, words)) if head in words else set()


def _find_complement_subject(tree: Tree, predicate: int, head: int, chain: int) -> set[int]:
    objects = [child for child in tree.children_of(head, "obj", "iobj") if child < predicate]
    return set(tree.span(objects[-1])) if objects else find_subject(tree, head, chain)


def _find_adverbial_subject(tree: Tree, predicate: int, head: int, chain: int) -> set[int]:
    marks = map(tree.lower, tree.children_of(predicate, "mark", "case"))
    if _OBJECT_MARKS.intersection(marks):
        return _find_complement_subject(tree, predicate, head, chain)
    return find_subject(tree, head, chain)


def _find_noun_clause_subject(tree: Tree, predicate: int, head: int, chain: int) -> set[int]:
    """Return the noun phrase, or the subject of the predicate that governs the noun.

    The latter is for phrases such as "a chance of winning".
    """
    if tree.tags[predicate] == "VBG" and any(tree.children_of(predicate, "mark", "case")):
        governor = tree.heads[head]
        return find_subject(tree, governor, chain) if governor != head else set()
    return _find_noun_phrase(tree, head, before=min(tree.subtree(predicate)))


_INHERITED_SUBJECTS = {
    "conj": lambda tree, predicate, head, chain: find_subject(tree, head, chain),
    "xcomp": _find_complement_subject,
    "advcl": _find_adverbial_subject,
    "acl": _find_noun_clause_subject,
}


#: the parser that ships with the package
SHIPPED_MODEL = Path(__file__).parent / "parser_model"
#: the files that determine the parses
MODEL_FILES = frozenset(("model", "moves", "tokenizer", "cfg"))
#: sentences parsed at once
_SENTENCES_PER_BATCH = 256


class DependencyParser:
    """The spaCy pipeline that ships with the package, or another with the same labels."""

    def __init__(self, model: str | None = None) -> None:
        self.model = SHIPPED_MODEL if model is None else Path(model)
        if not (self.model / "config.cfg").is_file():
            raise ValueError(
                f"model {str(model)!r}: not a spaCy pipeline; choose a folder that "
                "tools/parser/train.sh wrote"
            )

    def parse(self, sentences: Iterable[str]) -> Iterator[Tree]:
        """Return the tree of each sentence, in order.

        A sentence without words has an empty tree.
        """
        pipeline = _load_pipeline(self.model, self.revision)
        return map(_build_tree, pipeline.pipe(sentences, batch_size=_SENTENCES_PER_BATCH))

    @cached_property
    def revision(self) -> str:
        """The first digits of a hash of the model's files.

        Pipelines of the same revision give the same parses.
        """
        paths = sorted(path for path in self.model.rglob("*") if path.name in MODEL_FILES)
        return sha256(b"".join(path.read_bytes() for path in paths))[:12]


@lru_cache(maxsize=2)
def _load_pipeline(model: Path, revision: str) -> "Language":
    """Return the pipeline of a folder.

    Loading takes half a second, so parsers of the same files share it.
    """
    try:
        import spacy
    except ImportError:
        raise ImportError(
            "the extractor 'dependency' needs spaCy: pip install "
            '"sacrerouge-litepyramid[extract]"'
        ) from None
    return spacy.load(model)


def _build_tree(doc: "Doc") -> Tree:
    tokens = [token for token in doc if not token.is_space]
    places = {token.i: place for place, token in enumerate(tokens)}
    return Tree(
        words=tuple(token.text for token in tokens),
        tags=tuple(token.tag_ for token in tokens),
        heads=tuple(places.get(token.head.i, place) for place, token in enumerate(tokens)),
        relations=tuple(token.dep_.lower() for token in tokens),
        starts=tuple(token.idx for token in tokens),
    )
