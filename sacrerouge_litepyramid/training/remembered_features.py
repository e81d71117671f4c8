"""Features of groups, remembered while the idf table stays: contrast pairs and folds of systems need them again."""

from collections.abc import Callable, Sequence

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.presence.lexical_features import GroupFeatures
from sacrerouge_litepyramid.presence.lexical_weights import DocumentFrequencies

#: groups and an idf to the features of each group
Compute = Callable[[Sequence[Group], Callable[[str], float]], Sequence[GroupFeatures]]


class RememberedFeatures:
    """Computes the features of a group once; those of another idf table are forgotten."""

    def __init__(self, compute: Compute) -> None:
        self._compute = compute
        self._frequencies: DocumentFrequencies | None = None
        self._known: dict[Group, GroupFeatures] = {}

    def of(self, groups: Sequence[Group], frequencies: DocumentFrequencies) -> list[GroupFeatures]:
        """Return the features of each group, in order."""
        if frequencies != self._frequencies:
            self._frequencies = frequencies
            self._known = {}
        new = list(dict.fromkeys(group for group in groups if group not in self._known))
        if new:
            self._known.update(zip(new, self._compute(new, frequencies.idf), strict=True))
        return [self._known[group] for group in groups]
