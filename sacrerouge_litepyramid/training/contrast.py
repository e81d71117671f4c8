"""Contrast training: units that people found, as absent ones once an edit made them false, each beside its original."""

import random
from collections.abc import Sequence

from sacrerouge_litepyramid.contrast.pairs import ContrastPair, contrast_pairs
from sacrerouge_litepyramid.core.judgements import Judged


class ContrastSource:
    """Draws one contrast pair for each judged summary that has any, and remembers it for other folds.

    What is drawn for a summary depends on the ``seed`` and the summary alone.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._drawn: dict[Judged, ContrastPair | None] = {}

    def draw(self, judged: Sequence[Judged]) -> list[ContrastPair]:
        """Return the pairs of the summaries, in order; needs spaCy and lemminflect."""
        new = list(dict.fromkeys(each for each in judged if each not in self._drawn))
        options: dict[Judged, list[ContrastPair]] = {each: [] for each in new}
        for pair in contrast_pairs(new, self.seed):
            options[pair.example].append(pair)
        for each, drawn in options.items():
            generator = random.Random(f"{self.seed} {each.instance_id} {each.summarizer_id}")
            self._drawn[each] = generator.choice(drawn) if drawn else None
        found = (self._drawn[each] for each in judged)
        return [pair for pair in found if pair is not None]
