"""The statistics of a set of scores, computed once for the terminal, verdict.json and the page."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.evidence import Evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.judges.judge import HumanAgreement
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.judges import find_signature
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.meta_evaluation.sentinels import (
    SentinelGap,
    measure_gaps,
    score_by_sentinels,
)
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import (
    UnitAgreement,
    has_labels,
    measure_unit_agreement,
)
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparisonSettings,
    SystemComparison,
)
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import (
    AgreementReport,
    measure_agreement,
)
from sacrerouge_litepyramid.verdict.comparison.system_comparison import compare_where_shared
from sacrerouge_litepyramid.verdict.findings import Findings
from sacrerouge_litepyramid.verdict.verdict import Verdict, make_verdict


class Assessment:
    """Systems compared by each score, metrics beside human scores, and judges beside labels.

    Args:
        scores: the scores of all system summaries; human scores are NaN where there are none.
        human: the name of the human score, None without human scores.
        signatures: those of the scores.
        summaries: the summaries, for simple scores without a judge.
        evidence: the judges' probabilities; the first has the units of the simple scores.
        labels: annotators' labels of units.
        units_digest: that of the data's SCUs, None without any.
        estimated: the metric whose human score the labels of a plan estimate.
        judge_agreements: by metric, how its judge agrees with human scores on other data, by
            default as shipped weights say.
        statistics, settings: how to measure agreement, and how to test systems.
    """

    def __init__(
        self,
        scores: Scores,
        human: str | None,
        *,
        signatures: Sequence[Signature] = (),
        summaries: Collection[Summary] = (),
        evidence: Sequence[Evidence] = (),
        labels: Mapping[SummaryKey, LabelledSummary] | None = None,
        units_digest: str | None = None,
        estimated: str | None = None,
        judge_agreements: Mapping[str, Sequence[HumanAgreement]] | None = None,
        statistics: Statistics | None = None,
        settings: ComparisonSettings | None = None,
    ) -> None:
        self.scores = scores.sort_documents()
        self.human = human
        self.signatures = signatures
        self.statistics = statistics or Statistics()
        self._summaries = summaries
        self.evidence = evidence
        self._labels = labels or {}
        self._units_digest = units_digest
        self._estimated = estimated
        self._judge_agreements = judge_agreements or {}
        self.settings = settings or ComparisonSettings()
        self._comparisons: dict[str, SystemComparison] = {}
        self._verdicts: dict[str, Verdict] = {}

    def compare(self, name: str) -> SystemComparison:
        """Return how systems compare by a metric or by the human score."""
        if name not in self._comparisons:
            scores = self.scores
            if name == self.human:
                scores = scores.keep_labelled()
                matrix = scores.human
            else:
                matrix = scores.metrics[name]
            self._comparisons[name] = compare_where_shared(
                matrix,
                scores.systems,
                scores.documents,
                name,
                self.settings,
                bounds=scores.bounds.get(name),
            )
        return self._comparisons[name]

    @cached_property
    def by_human(self) -> SystemComparison | None:
        """How systems compare by human scores, None without them."""
        return None if self.human is None else self.compare(self.human)

    @cached_property
    def agreement(self) -> AgreementReport | None:
        """How all metrics agree with human scores, None without them."""
        if self.human is None:
            return None
        return measure_agreement(self.scores.keep_common(), self.human, self.statistics)

    @cached_property
    def judges(self) -> tuple[UnitAgreement, ...]:
        """How the judges whose units annotators labelled agree with the labels."""
        return tuple(
            measure_unit_agreement(evidence, self._labels, self.statistics)
            for evidence in self.evidence
            if has_labels(evidence, self._labels)
        )

    @cached_property
    def _sentinels(self) -> Scores | None:
        """The simple scores of the summaries whose agreement is measured."""
        if self.agreement is None:
            return None
        units: Mapping[str, Sequence[Unit]] = self.evidence[0].units if self.evidence else {}
        return score_by_sentinels(self.agreement.scores, self._summaries, units)

    def find(self, metric: str) -> Findings:
        """Return the results from which the verdict on a metric, or the human score, is made."""
        report = None if metric == self.human else self.agreement
        gaps: tuple[SentinelGap, ...] = ()
        if report is not None and self._sentinels is not None:
            gaps = measure_gaps(report.scores, self._sentinels, metric, self.statistics)
        return Findings(
            metric=metric,
            comparison=self.compare(metric),
            signature=find_signature(metric, self.signatures),
            agreement=None if report is None else report.find(metric),
            quality=next((row for row in self.judges if row.judge == metric), None),
            judge_agreement=self._judge_agreements.get(metric),
            by_human=self.by_human,
            is_estimated=metric == self._estimated,
            sentinels=gaps,
            excluded="" if report is None else report.scores.excluded,
            at_bounds=() if report is None else report.list_at_bounds(metric),
        )

    def judge(self, metric: str) -> Verdict:
        """Return the verdict on a metric, or on the human score."""
        if metric not in self._verdicts:
            self._verdicts[metric] = make_verdict(
                self.find(metric), self.scores, self.human, self._units_digest
            )
        return self._verdicts[metric]
