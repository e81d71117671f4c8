"""ROUGE-L of texts of several sentences: the union of a sentence's subsequences (Lin 2004, section 3.2)."""

from collections import Counter
from collections.abc import Sequence

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.text.ngram_overlap import shares

Sentences = Sequence[Sequence[str]]


def summary_subsequence_overlap(reference: Sentences, summary: Sentences) -> Alignment:
    """Return ROUGE-Lsum: a reference token is shared if a longest subsequence with some summary sentence has it.

    A token counts no more often than each text has it, as in ROUGE 1.5.5 and rouge-score's ``rougeLsum``.
    """
    left, own = (Counter(token for sentence in text for token in sentence) for text in (reference, summary))
    left &= own
    shared = 0
    for sentence in reference:
        union = sorted({place for other in summary for place in subsequence_places(sentence, other)})
        for token in (sentence[place] for place in union):
            shared += left[token] > 0
            left[token] -= 1
    return shares(shared, sum(map(len, reference)), sum(map(len, summary)))


def subsequence_places(sentence: Sequence[str], other: Sequence[str]) -> list[int]:
    """Return positions in ``sentence`` of a longest subsequence of both, last first, chosen as in rouge-score."""
    lengths = [[0] * (len(other) + 1)]
    for token in sentence:
        row, above = [0], lengths[-1]
        for column, each in enumerate(other, start=1):
            row.append(above[column - 1] + 1 if token == each else max(above[column], row[-1]))
        lengths.append(row)
    places: list[int] = []
    end, column = len(sentence), len(other)
    while end and column:
        if sentence[end - 1] == other[column - 1]:
            end, column = end - 1, column - 1
            places.append(end)
        elif lengths[end][column - 1] > lengths[end - 1][column]:
            column -= 1
        else:
            end -= 1
    return places
