"""The 69 features of a sentence from its constituency tree (Zhang and Bansal 2021, section 3.3, and their code)."""

import re
from collections import Counter
from itertools import accumulate

#: the non-terminals that are counted, in the order of the released regressors
_LABELS = """
    WRB RBR ADVP VBG $ '' WHADVP -RRB- JJR NAC PRP NNS WP VBZ MD WDT NP ADJP PDT EX UH NN NFP SYM PRP$ RBS FRAG
    NX CONJP RP WHPP CC VBD LS . SBAR TO JJ IN VP -LRB- S QP SQ CD `` X POS XX PP PRT JJS HYPH , RB VBN : VBP DT
    VB SINV UCP WHNP NNPS NNP
"""
LABELS = tuple(_LABELS.split())
FEATURES = ("tokens", "characters", "depth", "tokens per level", *(f"label {label}" for label in LABELS))
LABEL = re.compile(r"\(([^\s()]+)(?=\s)")


def tree_features(tree: str) -> list[float]:
    """Return the features of a tree in brackets, "(S (NP (DT The) …) …)", in the order of ``FEATURES``.

    ``characters``: the length of the bracketed text; ``depth``: the most brackets open at once. The fourth feature is
    tokens / depth, as in the paper's body and the authors' code; the paper's appendix inverts it. An empty tree has
    zeros. Raises ValueError when brackets do not match.
    """
    depths = list(accumulate((character == "(") - (character == ")") for character in tree))
    if tree and (depths[-1] != 0 or min(depths) < 0):
        raise ValueError(
            f"the tree's brackets do not match: {tree!r}; write brackets among the words as -LRB- and -RRB-"
        )
    # A word closes its constituent, a label never does.
    tokens = sum(part.endswith(")") for part in tree.split())
    depth = max(depths, default=0)
    counts = Counter(LABEL.findall(tree))
    return [
        float(tokens),
        float(len(tree)),
        float(depth),
        tokens / depth if depth else 0.0,
        *(float(counts[label]) for label in LABELS),
    ]
