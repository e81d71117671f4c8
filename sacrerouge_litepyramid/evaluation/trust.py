"""How far a metric can be trusted on the data at hand, in one line with the number behind it."""

from typing import Any

from sacrerouge_litepyramid.evaluation.judges import name_source
from sacrerouge_litepyramid.evaluation.verdict import MIN_CORRELATION, MIN_KAPPA, Findings, find_row
from sacrerouge_litepyramid.statistics.interval_notes import FEW_SYSTEMS

HIGH, MODERATE, LOW, UNKNOWN = "high", "moderate", "low", "unknown"
#: from this kappa on labels agree substantially (Landis and Koch 1977)
HIGH_KAPPA = 0.61
#: mean words of the summaries of the data sets that judges name in `Judge.agreement`
WORDS = {"PyrXSum": 22}


def rate_trust(findings: Findings, words: float) -> tuple[str, str]:
    """Return HIGH, MODERATE, LOW or UNKNOWN, and the reason, by human scores, labels or a measurement elsewhere.

    By human scores: LOW below MIN_CORRELATION, HIGH where the whole interval is above it; by labels: by kappa.
    ``words``: the mean number of words of the summaries.
    """
    row = find_row(findings.rows, "system", "pearson")
    if row and row.estimate.value == row.estimate.value:
        is_certain = row.estimate.low >= MIN_CORRELATION and row.n >= FEW_SYSTEMS
        level = LOW if row.estimate.value < MIN_CORRELATION else HIGH if is_certain else MODERATE
        return level, f"r = {row.estimate.describe()} with human scores over {row.n} systems"
    if findings.quality:
        model, majority = findings.quality["model"], findings.quality["majority"]
        accuracy, kappa = model["accuracy"][0], model["kappa"][0] or 0.0
        is_weak = kappa < MIN_KAPPA or accuracy <= majority["accuracy"][0]
        share = f"{100 * accuracy:.0f}% of {findings.quality['units']:,} labels (kappa {kappa:.2f})"
        return LOW if is_weak else HIGH if kappa >= HIGH_KAPPA else MODERATE, f"the judge agrees with {share}"
    return UNKNOWN, f"no human scores or labels here, and {_describe_elsewhere(findings, words)}"


def _describe_elsewhere(findings: Findings, words: float) -> str:
    """Return where the judge was measured by units of the same source, and how long summaries are there and here."""
    signature: Any = findings.signature or {}
    kinds, extractor = ((signature.get("units") or {}).get("distinct") or {}).keys(), signature.get("extractor")
    is_known = extractor or kinds <= {"scu"}
    sources = {each.units: each for each in findings.judge_agreement or () if is_known}
    measured = sources.get(name_source(extractor))
    if measured is None:
        return "the judge was not measured elsewhere"
    length = f", whose summaries have {WORDS[measured.data]} words (here {words:.0f})" if measured.data in WORDS else ""
    return f"elsewhere only on {measured.data}{length}: r = {measured.system:.3f} over systems"
