"""Warnings are sorted by what they are about, not by their words."""

from sacrerouge_litepyramid.statistics.warning import (
    Kind,
    ResultWarning,
    describe_gravest,
    sort_warnings,
)


def test_the_kind_alone_decides_the_order():
    note, few, same = (
        ResultWarning(Kind.NOTE, "a"),
        ResultWarning(Kind.FEW_SYSTEMS, "b"),
        ResultWarning(Kind.NOTE, "c"),
    )
    grave = ResultWarning(Kind.TRAINED_HERE, "z")
    assert sort_warnings([note, few, same, grave]) == [grave, few, note, same]
    assert describe_gravest([note, grave]) == "Warning: z (1 more: --details)"
    assert describe_gravest([few]) == "Warning: b" and describe_gravest([]) == ""


def test_rewording_changes_nothing():
    kinds = list(Kind)
    for texts in (map(str, kinds), ["lacks, says little, no better than"] * len(kinds)):
        warnings = [ResultWarning(kind, text) for kind, text in zip(kinds, texts, strict=True)]
        assert [warning.kind for warning in sort_warnings(warnings[::-1])] == kinds
