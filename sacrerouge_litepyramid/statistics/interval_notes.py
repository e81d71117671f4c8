"""Sentences beside intervals: warnings of small samples, and what was excluded."""

from collections.abc import Iterator, Mapping

from sacrerouge_litepyramid.core.answers import drop_answer_counts
from sacrerouge_litepyramid.core.texts import count_nouns, list_some
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans
from sacrerouge_litepyramid.statistics.tables import render_table, tabulate_system_means
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning

#: with fewer systems or documents, correlations and intervals carry a warning
FEW_SYSTEMS = 5
FEW_DOCUMENTS = 20


def list_warnings(systems: int, documents: int, folds: int = 1) -> list[ResultWarning]:
    """Return warnings of too few systems and of too few documents.

    With folds, pass the counts of the smallest.
    """
    where = " in a fold" if folds > 1 else ""
    count = f"{count_nouns(system=systems)}{where}"
    warnings = []
    if systems < MIN_SYSTEMS:
        text = f"{count}: no correlation across systems; it needs at least {MIN_SYSTEMS}."
        warnings.append(ResultWarning(Kind.NO_CORRELATION, text))
    elif systems < FEW_SYSTEMS:
        text = (
            f"{count}: with fewer than {FEW_SYSTEMS}, a correlation across systems says little, "
            "and its interval is not reliable."
        )
        warnings.append(ResultWarning(Kind.FEW_SYSTEMS, text))
    return [*warnings, *warn_of_few_documents(documents, where)]


def warn_of_few_documents(documents: int, where: str = "") -> list[ResultWarning]:
    """Return the warning of too few documents, if there are too few."""
    if documents >= FEW_DOCUMENTS:
        return []
    count = f"{count_nouns(document=documents)}{where}"
    text = (
        f"{count}: with fewer than {FEW_DOCUMENTS}, intervals over documents are often too narrow."
    )
    return [ResultWarning(Kind.FEW_DOCUMENTS, text)]


def describe_share(count: int, total: int) -> str:
    """Return a count with its share, as "4 (4%)", or "0"."""
    return f"{count} ({100 * count / total:.0f}%)" if count else "0"


def describe_excluded(constant: int, incomplete: int, documents: int) -> str:
    """Return the counts of documents that a summary-level figure excludes; "" if there are none."""
    text = ""
    if constant:
        text += f"; {describe_share(constant, documents)} constant"
    if incomplete:
        text += f"; {describe_share(incomplete, documents)} incomplete"
    return text


#: reasons why documents have no correlation, with the effect on figures
CONSTANT = (
    "as one side is constant; the summary level covers only the others. acc_eq counts all documents"
)
INCOMPLETE = (
    f"as scores are missing: fewer than {MIN_SYSTEMS} systems have both; all figures "
    "cover only the others"
)


def warn_of_lost_documents(
    metric: str, lost: int, documents: int, reason: str = CONSTANT
) -> Iterator[ResultWarning]:
    """Yield a warning if a metric has no correlation in more than half of the documents."""
    if 2 * lost > documents:
        share = f"{describe_share(lost, documents)} of {documents} documents"
        text = f"{metric}: {share} have no correlation across systems, {reason}."
        yield ResultWarning(Kind.NO_CORRELATION, text)


def describe_missing_answers(counts: Mapping[str, tuple[int, int]]) -> str:
    """Return how many of a judge's answers are missing, the most first; "" if none is.

    ``counts``: for each system, the numbers of answered and of all units.
    """
    lacking = {name: units - answered for name, (answered, units) in counts.items()}
    names = sorted(filter(lacking.get, lacking), key=lambda name: -lacking[name])
    listed = [f"{lacking[name]:,} of {counts[name][1]:,} answers of {name}" for name in names]
    if not listed:
        return ""
    verb = "is" if sum(lacking.values()) == 1 else "are"
    return f"{list_some(listed, 3)} {verb} missing"


def describe_means(means: RunningSystemMeans, answers: Mapping[str, tuple[int, int]]) -> str:
    """Return the table of systems' means, with warnings of missing answers and summaries.

    ``answers``: for each system, the numbers of answered and of all units.
    """
    ranked = means.ranked()
    table = tabulate_system_means(ranked, answers)
    text = render_table(table.headers, table.rows)
    counts: set[int] = set()
    for measures in ranked.values():
        counts.update(measures[name].count for name in drop_answer_counts(measures))
    missing = describe_missing_answers(answers)
    if missing:
        text += f"\nWarning: {missing}: means are of the answered units."
    if len(counts) > 1:
        text += (
            f"\nWarning: {min(counts):,} to {max(counts):,} summaries of a system: means over "
            "different documents are not comparable; `compare` takes the documents that systems "
            "share."
        )
    return text
