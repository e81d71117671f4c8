"""Measure how metrics over a pretrained encoder agree with human scores, on a folder of
`setup-dataset`.

The first table has Pearson's r, Spearman's rho and Kendall's tau at the summary and the system
level, also for ROUGE-1 and the default vectors. The second has ffci-faithfulness of the summaries
against their own document and another instance's: the mean, and the lowest and highest mean of a
system. Each distinct text is encoded once for all rows.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measuring import make_parser

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.io.score_files import read_scores
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.meta_evaluation.scores import to_matrix
from sacrerouge_litepyramid.metrics.document_relevance import SupertNative
from sacrerouge_litepyramid.metrics.ffci.similarity import BertScore, RougeSimilarity, Sts
from sacrerouge_litepyramid.metrics.ffci_metrics import FfciCoverage, FfciFaithfulness
from sacrerouge_litepyramid.metrics.metric import Item, SummaryMetric, iterate_measures
from sacrerouge_litepyramid.metrics.supert.selection import TopSentences
from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, TokenVectors
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.statistics.agreement import Agreement, correlate_scores


class CachedEncoder(TokenEncoder):
    """An encoder that keeps the vectors of all texts."""

    def __init__(self, encoder: TransformersEncoder) -> None:
        self.encoder = encoder
        self.known: dict[str, TokenVectors] = {}

    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        new = [text for text in texts if text not in self.known]
        self.known.update(zip(new, self.encoder.encode(new), strict=True))
        return [self.known[text] for text in texts]

    def identity(self) -> dict[str, Any]:
        return self.encoder.identity()


class Row(NamedTuple):
    """A metric, and the one of its measures that is compared with the human score."""

    title: str
    metric: SummaryMetric
    measure: str


class DataSet(NamedTuple):
    """Texts, by instance, and ``human``, (systems, instances).

    Summaries are ``summaries[instance][system]``.
    """

    summaries: list[list[Text]]
    references: list[list[Text]]
    documents: list[list[Text]]
    human: np.ndarray


def read_data(folder: Path, human: str, instances: int | None = None) -> DataSet:
    """Read the first ``instances`` instances, by default all.

    Every system must have a summary of each.
    """
    by_instance: dict[str, dict[str, Summary]] = {}
    for summary in read_summaries(folder / "summaries.jsonl"):
        by_instance.setdefault(summary.instance_id, {})[summary.summarizer_id] = summary
    names = list(by_instance)[:instances]
    systems = sorted(by_instance[names[0]])
    first = [by_instance[name][systems[0]] for name in names]
    return DataSet(
        [[by_instance[name][system].text for system in systems] for name in names],
        [summary.references for summary in first],
        [summary.documents for summary in first],
        to_matrix(read_scores([folder / "metrics.jsonl"], [human])[human], systems, names),
    )


def list_rows(encoder: TokenEncoder) -> Iterator[Row]:
    """Yield the metrics to compare with the human score: recall of the references, and SUPERT."""
    yield Row("ROUGE-1, recall", FfciCoverage(RougeSimilarity()), "rouge-1")
    yield Row(
        "BERTScore of char-ngram, idf, recall", FfciCoverage(BertScore(idf=True)), "bertscore"
    )
    for idf in (True, False):
        title = "BERTScore, idf, recall" if idf else "BERTScore, recall"
        yield Row(title, FfciCoverage(BertScore(encoder, idf=idf)), "bertscore")
    yield Row("STS of sentences, recall", FfciCoverage(Sts(encoder)), "sts")
    yield Row("STS of whole texts", FfciCoverage(Sts(encoder, segment="document")), "sts")
    whole = SupertNative(encoder)
    yield Row("SUPERT, whole documents, f1", whole, "f1")
    yield Row("SUPERT, whole documents, recall", whole, "recall")
    yield Row("SUPERT, first 15 sentences, f1", SupertNative(encoder, TopSentences(15)), "f1")


def score(row: Row, data: DataSet) -> np.ndarray:
    """Return the values of a row's metric, (systems, instances)."""
    contexts = data.references if row.metric.context == "references" else data.documents
    return to_values(row.metric, data.summaries, contexts, row.measure)


def to_values(
    metric: SummaryMetric, summaries: Sequence[Sequence[Any]], contexts: Sequence[Any], measure: str
) -> np.ndarray:
    """Return one measure of ``summaries[instance][system]``, (systems, instances)."""
    nested = zip(summaries, contexts, strict=True)
    values = metric.score(
        [Item(summary, context) for texts, context in nested for summary in texts]
    ).values
    return (
        np.array([dict(iterate_measures(value))[measure] for value in values])
        .reshape(len(summaries), -1)
        .T
    )


def format_agreement(title: str, agreement: Agreement) -> str:
    names = ("pearson", "spearman", "kendall")
    summary, system = (
        "/".join(f"{float(getattr(agreement, f'{level}_{name}')[0]):.3f}" for name in names)
        for level in ("summary", "system")
    )
    return f"| {title} | {summary} | {system} |"


def print_faithfulness(encoder: TokenEncoder, data: DataSet) -> None:
    print("\n| Faithfulness | own document | another document |\n| --- | --- | --- |")
    others = [*data.documents[1:], data.documents[0]]
    for title, base in (("BERTScore", BertScore(encoder)), ("STS", Sts(encoder))):
        cells = []
        for documents in (data.documents, others):
            means = to_values(FfciFaithfulness(base), data.summaries, documents, base.name).mean(
                axis=1
            )
            cells.append(f"{means.mean():.3f} ({means.min():.3f} to {means.max():.3f})")
        print(f"| {title} | {' | '.join(cells)} |", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="A folder with summaries.jsonl and metrics.jsonl"
    )
    parser.add_argument(
        "--encoder", default='{"type": "minilm"}', help="JSON of an encoder (default: %(default)s)"
    )
    parser.add_argument(
        "--human", default="litepyramid_recall", help="The human score in metrics.jsonl"
    )
    parser.add_argument(
        "--instances", type=int, help="How many of the first instances to use (default: all)"
    )
    args = parser.parse_args(arguments)
    data = read_data(args.data, args.human, args.instances)
    pretrained = build(TokenEncoder, json.loads(args.encoder))
    if not isinstance(pretrained, TransformersEncoder):
        raise SystemExit(
            f"--encoder: {args.encoder} is not a transformers model; pass one, such as minilm"
        )
    encoder = CachedEncoder(pretrained)
    print("| Metric | summary r/ρ/τ | system r/ρ/τ |\n| --- | --- | --- |")
    for row in list_rows(encoder):
        print(
            format_agreement(row.title, correlate_scores(score(row, data), data.human)), flush=True
        )
    print_faithfulness(encoder, data)


if __name__ == "__main__":
    main()
