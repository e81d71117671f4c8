"""The STUs that a unit form suggests for its sentences, and what people made of them."""

from collections.abc import Mapping
from typing import NamedTuple

from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.io.annotation_plans import Plan
from sacrerouge_litepyramid.io.annotations import WrittenSentence

#: the plan's setting that says whether its form shows suggestions
SETTING = "suggestions"


class SuggestionCounts(NamedTuple):
    """The suggestions of the finished sentences, how many were taken or rejected, and the units that are people's own.

    A suggestion that was neither taken nor rejected was left open.
    """

    shown: int
    accepted: int
    edited: int
    rejected: int
    own: int

    @property
    def open(self) -> int:
        """The suggestions that were neither taken nor rejected."""
        return self.shown - self.accepted - self.edited - self.rejected


def has_suggestions(plan: Plan) -> bool:
    """Return whether the form of a plan shows suggestions."""
    return bool(plan.settings.get(SETTING))


def list_suggestions(plan: Plan) -> dict[SentenceKey, tuple[str, ...]]:
    """Return the texts of the STUs of each sentence that people annotate, without repetitions; none if switched off."""
    found: dict[SentenceKey, dict[str, None]] = {key: {} for key in plan.list_annotated()}
    if has_suggestions(plan):
        for name, stus in plan.stus.items():
            for stu in stus:
                key = None if stu.sentence is None else SentenceKey(name, stu.references[0], stu.sentence)
                if key in found:
                    found[key][" ".join(stu.text.split())] = None
    return {key: tuple(texts) for key, texts in found.items()}


def count_outcomes(plan: Plan, written: Mapping[SentenceKey, WrittenSentence]) -> SuggestionCounts:
    """Count what people made of the suggestions of the sentences that they finished.

    What a form showed is in its file; a worksheet shows the suggestions of the plan.
    """
    suggestions = list_suggestions(plan)
    origins = [unit.origin for sentence in written.values() for unit in sentence.units]
    outcomes = [each.outcome for sentence in written.values() for each in sentence.suggestions or ()]
    return SuggestionCounts(
        shown=sum(
            len(suggestions[key] if sentence.suggestions is None else sentence.suggestions)
            for key, sentence in written.items()
        ),
        accepted=origins.count("accepted"),
        edited=origins.count("edited"),
        rejected=outcomes.count("rejected"),
        own=origins.count("own"),
    )


def describe_outcomes(counts: SuggestionCounts) -> str:
    """Return the line about suggestions for a terminal."""
    units = counts.accepted + counts.edited + counts.own
    share = f" ({100 * (units - counts.own) / units:.0f}% of the SCUs come from suggestions)" if units else ""
    return (
        f"Of {counts.shown} suggestions {counts.accepted} were accepted, {counts.edited} edited, "
        f"{counts.rejected} rejected, {counts.open} left open; {counts.own} SCUs are people's own{share}"
    )
