"""Features of sentences for the easiness regressor."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, chain, combinations, takewhile
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.extraction.extractor import Component, ConstituencyParser
from sacrerouge_litepyramid.extraction.frames import find_frames
from sacrerouge_litepyramid.extraction.stus import Frame, LabeledSentence, assemble_stus
from sacrerouge_litepyramid.extraction.trees import DependencyParser, Tree
from sacrerouge_litepyramid.io.files import read_json_lines, required

SIZE_FEATURES = (
    "tokens",
    # of the bracketed text of a constituency tree, of the words of a dependency tree
    "characters",
    # the largest number of brackets open at once, or of words on the path to the root
    "depth",
    # as in the paper's body and the authors' code, while the paper's appendix inverts it
    "tokens per level",
)
#: the labels of constituents that are counted, in the order of the released regressors
CONSTITUENT_LABELS = tuple(
    """
    WRB RBR ADVP VBG $ '' WHADVP -RRB- JJR NAC PRP NNS WP VBZ MD WDT NP ADJP PDT EX UH NN NFP SYM
    PRP$ RBS FRAG NX CONJP RP WHPP CC VBD LS . SBAR TO JJ IN VP -LRB- S QP SQ CD `` X POS XX PP PRT
    JJS HYPH , RB VBN : VBP DT VB SINV UCP WHNP NNPS NNP
    """.split()
)
CONSTITUENCY_FEATURES = (*SIZE_FEATURES, *(f"label {label}" for label in CONSTITUENT_LABELS))
_LABEL = re.compile(r"\(([^\s()]+)(?=\s)")


def compute_tree_features(tree: str) -> list[float]:
    """Return the features of a tree in brackets, in the order of ``CONSTITUENCY_FEATURES``.

    A tree is "(S (NP (DT The) …) …)". All features of an empty tree are 0. Raises ValueError if
    brackets do not match.
    """
    changes = ((character == "(") - (character == ")") for character in tree)
    depths = list(accumulate(changes))
    if tree and (depths[-1] != 0 or min(depths) < 0):
        raise ValueError(
            f"the tree's brackets do not match: {tree!r}; write brackets that are words as -LRB- "
            "and -RRB-"
        )
    # A word closes its constituent, a label never does.
    tokens = sum(part.endswith(")") for part in tree.split())
    depth = max(depths, default=0)
    counts = Counter(_LABEL.findall(tree))
    return [
        tokens,
        len(tree),
        depth,
        tokens / max(depth, 1),
        *(counts[label] for label in CONSTITUENT_LABELS),
    ]


#: the embedded parser's tags and relations, which are counted
TAGS = tuple(
    """
    $ '' , -LRB- -RRB- . : ADD AFX CC CD DT EX FW GW HYPH IN JJ JJR JJS LS MD NFP NN NNP NNPS NNS
    PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB ``
    """.split()
)
RELATIONS = tuple(
    """
    root acl acl:relcl advcl advcl:relcl advmod amod appos aux aux:pass case cc cc:preconj ccomp
    compound compound:prt conj cop csubj dep det det:predet discourse expl fixed flat goeswith iobj
    list mark nmod nmod:desc nmod:poss nmod:unmarked nsubj nsubj:outer nsubj:pass nummod obj obl
    obl:agent obl:unmarked orphan parataxis punct reparandum vocative xcomp
    """.split()
)
#: features of a sentence's STUs and frames, as `dependency` makes them; lengths are in words
STU_FEATURES = (
    "stus",
    "shortest stu",
    "second shortest stu",
    "median stu",
    "mean stu",
    "longest stu",
    "deviation of stus",
    "shortest stu per token",
    "mean stu per token",
    "longest stu per token",
    "tokens in stus",
    "overlap of stus",
    "predicates",
    "mean words before the verb",
    "most words before the verb",
)


class SentenceFeatures(Component):
    """A component that computes numeric features of sentences.

    It is registered by name, and built from a config's nested JSON, a name, or a JSON string on the
    command line.
    """

    noun = "features"
    default_implementation = "dependency"

    #: the names of the columns
    names: tuple[str, ...]

    @abstractmethod
    def matrix(self, sentences: Sequence[str]) -> np.ndarray:
        """Return the features, (sentences, features) of float64.

        All are 0 for a sentence without words.
        """


@SentenceFeatures.register("dependency")
class DependencyFeatures(SentenceFeatures):
    """Features from the embedded parser: of a sentence's tree and of its STUs.

    The features of STUs are not in the paper, and improve the regressor most (docs/extraction.md).

    Args:
        model: a folder that tools/parser/train.sh wrote; by default the parser that ships with the
            package.
    """

    names = (
        *SIZE_FEATURES,
        *(f"tag {tag}" for tag in TAGS),
        *(f"relation {relation}" for relation in RELATIONS),
        *STU_FEATURES,
    )

    def __init__(self, model: str | None = None) -> None:
        self._parser = DependencyParser(model)

    def matrix(self, sentences: Sequence[str]) -> np.ndarray:
        rows = [compute_dependency_features(tree) for tree in self._parser.parse(sentences)]
        return np.array(rows, dtype=np.float64).reshape(-1, len(self.names))

    def identity(self) -> dict[str, Any]:
        return {"type": "dependency", "parser": self._parser.revision}


@SentenceFeatures.register("constituency")
class ConstituencyFeatures(SentenceFeatures):
    """The paper's 69 features, from the trees of a constituency parser or of a file.

    Args:
        parser: parses the sentences that are not in the file; without it they raise ValueError.
        trees: a JSON Lines file of ``{"sentence", "tree"}``, in which repeated white space in
            sentences is ignored.
    """

    names = CONSTITUENCY_FEATURES

    def __init__(self, parser: ConstituencyParser | None = None, trees: str | None = None) -> None:
        if parser is None and trees is None:
            raise ValueError(
                'features of type constituency need "trees" (a file), a "parser", or both; '
                f"pass {name_argument('features')} as JSON"
            )
        self._parser = parser
        self._source = trees
        self._trees = read_trees(trees) if trees is not None else {}

    def matrix(self, sentences: Sequence[str]) -> np.ndarray:
        normalized = list(map(_normalize_spaces, sentences))
        trees = self._find_trees(normalized)
        rows = [compute_tree_features(trees[sentence]) for sentence in normalized]
        return np.array(rows, dtype=np.float64).reshape(-1, len(self.names))

    def identity(self) -> dict[str, Any]:
        return {
            "type": "constituency",
            "parser": None if self._parser is None else self._parser.identity(),
        }

    def _find_trees(self, sentences: Sequence[str]) -> dict[str, str]:
        known = {"": "", **self._trees}
        missing = [sentence for sentence in dict.fromkeys(sentences) if sentence not in known]
        if not missing:
            return known
        if self._parser is None:
            raise ValueError(
                f"{self._source}: {len(missing)} sentences lack a tree, such as {missing[0]!r}; "
                "add them"
            )
        return known | dict(zip(missing, self._parser.parse(missing), strict=True))


def read_trees(path: str) -> dict[str, str]:
    """Return the trees in a JSON Lines file of ``{"sentence", "tree"}`` by sentence.

    Sentences get single spaces.
    """
    trees = {}
    for line in read_json_lines(path):
        sentence = _normalize_spaces(required(line, "sentence", str))
        trees[sentence] = required(line, "tree", str)
    return trees


def compute_dependency_features(tree: Tree) -> list[float]:
    """Return the features of one tree, in the order of ``DependencyFeatures.names``."""
    depth = max(_measure_depths(tree), default=0)
    tags, relations = Counter(tree.tags), Counter(tree.relations)
    return [
        len(tree.words),
        sum(map(len, tree.words)),
        depth,
        len(tree.words) / max(depth, 1),
        *(tags[tag] for tag in TAGS),
        *(relations[relation] for relation in RELATIONS),
        *_compute_stu_features(tree),
    ]


def _compute_stu_features(tree: Tree) -> list[float]:
    """Return a tree's features in the order of ``STU_FEATURES``; all are 0 without words."""
    if not tree.words:
        return [0.0] * len(STU_FEATURES)
    frames = tuple(find_frames(tree))
    stus = [text.lower().split() for text in assemble_stus(LabeledSentence(tree.words, frames))]
    lengths = np.sort([len(stu) for stu in stus]).astype(np.float64)
    shortest, longest = lengths[0], lengths[-1]
    # The shortest again if it is the only one.
    second_shortest = lengths[:2][-1]
    mean = lengths.mean()
    tokens = len(tree.words)
    in_stus = set(chain.from_iterable(stus))
    covered = sum(word.lower() in in_stus for word in tree.words)
    # A sentence without a frame is one STU: all of its words might stand before a verb.
    before = [_count_words_before(frame) for frame in frames] or [tokens]
    return [
        len(stus),
        shortest,
        second_shortest,
        np.median(lengths),
        mean,
        longest,
        lengths.std(),
        shortest / tokens,
        mean / tokens,
        longest / tokens,
        covered / tokens,
        _measure_overlap([frozenset(stu) for stu in stus]),
        len(frames),
        np.mean(before),
        max(before),
    ]


def _count_words_before(frame: Frame) -> int:
    """Count a frame's words before its verb."""
    tags = list(takewhile(lambda tag: tag != "B-V", frame.tags))
    return len(tags) - tags.count("O")


def _measure_overlap(stus: Sequence[frozenset[str]]) -> float:
    """Return the share of words that two STUs have in common, averaged over all pairs.

    It is 1 for a single STU.
    """
    shares = [len(one & other) / len(one | other) for one, other in combinations(stus, 2)]
    return sum(shares) / len(shares) if shares else 1.0


def _measure_depths(tree: Tree) -> list[int]:
    """Return for each word the number of words on the path to its root, itself included."""
    depths = []
    for index, head in enumerate(tree.heads):
        steps = 1
        while head != index:
            index, head = head, tree.heads[head]
            steps += 1
        depths.append(steps)
    return depths


def _normalize_spaces(sentence: str) -> str:
    return " ".join(sentence.split())
