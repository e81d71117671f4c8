"""The sentences on which system leads, alike for scores, human scores, labels and the page."""

from collections.abc import Mapping, Sequence

from sacrerouge_litepyramid.core.texts import count_nouns, join_names
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import format_number

#: the noun for means that are adjusted because systems have different documents
ADJUSTED = "adjusted mean"
#: means that differ by less are equal up to rounding
SAME = 1e-12


def describe_ranking(
    ranked: Mapping[str, float], pairs: Sequence[Difference], by: str, noun: str = "mean"
) -> list[str]:
    """Return one or two sentences: the highest value, systems not lower, and the best that is.

    ``ranked``: two systems or more with their values, the highest first; ``pairs``: their tested
    differences, the higher system first; ``by``: what the values are by; ``noun``: what a value is.
    """
    top, *others = ranked
    tied = [name for name in ranked if ranked[top] - ranked[name] < SAME]
    pairs = [pair for pair in pairs if pair.first == top]
    beaten = [pair for pair in pairs if pair.better == top]
    unbeaten = [pair.second for pair in pairs if pair.better != top and pair.second not in tied]
    degree = "highest" if len(others) > 1 else "higher"
    highest = f"the {degree} {noun}, {format_number(ranked[top])}"
    lower = ""
    if unbeaten:
        verb = "does" if len(unbeaten) == 1 else "do"
        lower = f"{join_names(unbeaten)} {verb} not score significantly lower"
    unknown = next((pair.missing for pair in pairs if pair.lacks_answers), None)
    if unknown is not None:
        return [
            f"{by} no system leads, because answers are missing: {top} has {highest}, by the "
            f"answered units; {unknown.text}"
        ]
    if len(tied) > 1:
        same = "the same" if len(tied) == len(ranked) else f"the same {degree}"
        end = f", and {lower}" if lower else ""
        value = format_number(ranked[top])
        first = f"{by} no system leads: {join_names(tied)} have {same} {noun}, {value}{end}."
    elif not beaten:
        return [f"{by} no system leads: {top} has {highest}, but {lower}."]
    elif lower:
        first = f"{by} {top} has {highest}, but {lower}."
    else:
        rest = "every other system" if len(others) > 1 else "the other system"
        first = f"{by} {top} leads with {highest}: {rest} scores significantly lower."
    if not beaten:
        return [first]
    closest = beaten[0]
    distance = f"{closest.difference.describe()} lower"
    if noun == ADJUSTED:
        distance += f" on the {count_nouns(document=closest.documents or 0)} that both have"
    degree = "closest that scores significantly lower" if lower or len(tied) > 1 else "next"
    return [first, f"The {degree}, {closest.second}, is {distance}."]
