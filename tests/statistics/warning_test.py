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
