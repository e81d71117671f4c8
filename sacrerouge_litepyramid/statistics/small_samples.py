"""Warnings about samples that are too small for their correlations and intervals."""

from collections.abc import Iterable

from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS

#: below these, intervals and correlations carry a warning
FEW_SYSTEMS, FEW_DOCUMENTS = 5, 20


def list_warnings(systems: int, documents: int, folds: int = 1) -> list[str]:
    """Return a sentence about too few systems and one about too few documents, of the smallest of the folds."""
    where = " in a fold" if folds > 1 else ""
    warnings = []
    if systems < MIN_SYSTEMS:
        count = f"{systems} system{'s' if systems != 1 else ''}{where}"
        warnings.append(f"{count}: no correlation across systems; it needs at least {MIN_SYSTEMS}.")
    elif systems < FEW_SYSTEMS:
        warnings.append(
            f"{systems} systems{where}: with fewer than {FEW_SYSTEMS}, a correlation across systems says little, and "
            "its interval is not reliable."
        )
    if documents < FEW_DOCUMENTS:
        warnings.append(
            f"{documents} document{'s' if documents != 1 else ''}{where}: with fewer than {FEW_DOCUMENTS}, intervals "
            "over documents are often too narrow."
        )
    return warnings


def warn_of_few_documents(documents: int) -> list[str]:
    """Return the sentence about too few documents, if they are too few, for what correlates nothing."""
    return list_warnings(FEW_SYSTEMS, documents)


def warn_of_few_values(sizes: Iterable[int]) -> list[str]:
    """Return the sentence about too few summaries for Student's interval of a mean; of one there is no interval."""
    smallest = min((size for size in sizes if size > 1), default=FEW_DOCUMENTS)
    if smallest >= FEW_DOCUMENTS:
        return []
    return [f"{smallest} summaries of a system: with fewer than {FEW_DOCUMENTS}, intervals are not reliable."]


def warn_of_few_summaries(summaries: int, name: str) -> list[str]:
    """Return the sentence about too few summaries of a data set for a correlation over all of them."""
    if summaries >= FEW_DOCUMENTS:
        return []
    return [f"{summaries} summaries in {name}: with fewer than {FEW_DOCUMENTS}, a correlation over them says little."]
