"""The package from Python: `score`, `score_table` and, called as Hugging Face's evaluate calls metrics, `load`."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sacrerouge_litepyramid import signature
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.extraction.build import build_extractor
from sacrerouge_litepyramid.extraction.interfaces import UnitExtractor
from sacrerouge_litepyramid.formats.evidence import Judgement
from sacrerouge_litepyramid.formats.table_summaries import FIELDS, from_rows
from sacrerouge_litepyramid.formats.tables import rows_of, with_columns
from sacrerouge_litepyramid.metrics.lite_pyramid import (
    Lite2Pyramid,
    Lite2xPyramid,
    Lite3Pyramid,
    LitePyramid,
    presence_model,
)

METRICS: dict[str, type[LitePyramid]] = {metric.name: metric for metric in (Lite2Pyramid, Lite2xPyramid, Lite3Pyramid)}
Settings = str | dict[str, Any] | None


class Scores(NamedTuple):
    """The judgements of some summaries, in their order, and the signature of what made them."""

    metric: str
    judgements: tuple[Judgement, ...]
    signature: dict[str, Any]

    @property
    def scores(self) -> list[dict[str, float]]:
        """For each summary its measures (p2c, l2c, p3c, l3c); NaN for one without units."""
        return [judgement.scores() for judgement in self.judgements]

    @property
    def mean(self) -> dict[str, float]:
        """The mean of each measure over the summaries that have units."""
        rows = [row for row in self.scores if not any(map(math.isnan, row.values()))]
        names = self.judgements[0].measures if self.judgements else ()
        return {name: sum(row[name] for row in rows) / len(rows) if rows else math.nan for name in names}

    def units(self) -> Iterator[dict[str, Any]]:
        """Each unit of each summary: the summary's place, the unit's fields, and its measures."""
        for index, judgement in enumerate(self.judgements):
            for place, unit in enumerate(judgement.units):
                measures = {name: float(values[place]) for name, values in judgement.measures.items()}
                yield {"summary": index, "text": unit.text, "kind": unit.kind, "weight": unit.weight, **measures}

    def to_pandas(self) -> Any:
        """`units` as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(list(self.units()))


def score(
    summaries: Sequence[Text],
    units: Sequence[Sequence[str | Unit]] | None = None,
    references: Sequence[Text | Sequence[Text]] | None = None,
    metric: str | None = None,
    presence: Settings = None,
    extractor: Settings = "dependency",
) -> Scores:
    """Scores each summary by its units, or by units extracted from its references.

    ``summaries``: texts, or lists of sentences; ``units``: for each summary its facts; ``references``: for each summary
    its reference, or the list of its references; ``metric``: unless named, lite2pyramid for units and lite3pyramid for
    references; ``presence``, ``extractor``: a name, or what a config says of one. Raises ValueError unless either units
    or references are given, for each summary.
    """
    if (units is None) == (references is None):
        raise ValueError("give either units or references, one for each summary")
    _check_lists(summaries=summaries, units=units, references=references)
    if units is not None:
        contexts = [_facts(index, each) for index, each in enumerate(units)]
    else:
        contexts = [_texts(index, each) for index, each in enumerate(references or ())]
    if len(contexts) != len(summaries):
        given = "units" if units is not None else "references"
        raise ValueError(f"{len(summaries)} summaries, but {given} for {len(contexts)}; give one for each summary")
    scorer = _metric(metric or ("lite3pyramid" if units is None else "lite2pyramid"))(presence_model(presence))
    if units is None:
        if scorer.name != Lite3Pyramid.name:
            raise ValueError(f"the metric {scorer.name!r} needs units; only lite3pyramid extracts them from references")
        scorer = Lite3Pyramid(scorer.presence, extractor=_extractor(extractor))
    units_list = [scorer.counted(each) for each in scorer.units_of(contexts)]
    judgements = [row[0] for row in scorer.judge([[summary] for summary in summaries], units_list)]
    distinct = {unit for each in units_list for unit in each}
    signed = signature.sign(scorer.name, scorer.presence.identity(), distinct, scorer.settings())
    return Scores(scorer.name, tuple(judgements), signed)


def score_table(table: Any, columns: Mapping[str, str] | None = None, **settings: Any) -> Any:
    """The table with a column for each measure, named METRIC_MEASURE (lite3pyramid_p2c, …).

    ``table``: a pandas DataFrame, a Dataset of Hugging Face's datasets, or a list of dictionaries, with the columns
    summary and units or references; ``columns``: other names for these; ``settings``: as of `score`.
    """
    rows = from_rows(rows_of(table), columns or {})
    texts = [row.text for row in rows]
    if rows and not any(row.units is not None or row.references for row in rows):
        known = ", ".join(name for field in ("references", "units") for name in FIELDS[field])
        raise ValueError(f"the table has neither references nor units in any row; columns for them: {known}")
    if any(row.units is not None for row in rows):
        scores = score(texts, units=[row.units or () for row in rows], **settings)
    else:
        scores = score(texts, references=[row.references for row in rows], **settings)
    names = scores.mean if rows else ()
    return with_columns(table, {f"{scores.metric}_{name}": [row[name] for row in scores.scores] for name in names})


class Evaluation:
    """A metric called as those of Hugging Face's evaluate are: `add`, `add_batch` and `compute`."""

    def __init__(self, metric: str = "lite3pyramid", **settings: Any) -> None:
        _metric(metric)
        self.name = metric
        self.settings = settings
        self._batches: list[dict[str, Any]] = []

    def add(self, *, prediction: Text, reference: Any = None, units: Sequence[str | Unit] | None = None) -> None:
        """Keeps one summary and its reference, or its units, for `compute`."""
        given = {"references": reference, "units": units}
        self.add_batch(predictions=[prediction], **{name: [each] for name, each in given.items() if each is not None})

    def add_batch(self, *, predictions: Sequence[Text], references: Any = None, units: Any = None) -> None:
        """`add` of several at once, an item for each of the predictions."""
        _check_lists(predictions=predictions, units=units, references=references)
        self._batches.append({"predictions": predictions, "references": references, "units": units})

    def compute(
        self, *, predictions: Sequence[Text] | None = None, references: Any = None, units: Any = None
    ) -> dict[str, float]:
        """The mean of each measure, named METRIC_MEASURE, over all that was added, which is then forgotten."""
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references, units=units)
        batches, self._batches = self._batches, []
        scores = score(
            summaries=[each for batch in batches for each in batch["predictions"]],
            units=_together(batches, "units"),
            references=_together(batches, "references"),
            metric=self.name,
            **self.settings,
        )
        return {f"{scores.metric}_{name}": value for name, value in scores.mean.items()}


def load(metric: str = "lite3pyramid", **settings: Any) -> Evaluation:
    """A metric by name, with the settings of `score`, to be called as one that `evaluate.load` returns."""
    return Evaluation(metric, **settings)


def _check_lists(**given: Any) -> None:
    """ValueError where one text stands for a list of them, as each of its characters would be taken for one."""
    for name, values in given.items():
        if isinstance(values, str):
            raise ValueError(f"{name} must be a list, an item for each summary, not the text {values!r:.60}")


def _together(batches: Sequence[Mapping[str, Any]], field: str) -> list[Any] | None:
    given = [batch[field] for batch in batches if batch[field] is not None]
    return [each for values in given for each in values] if given else None


def _metric(name: str) -> type[LitePyramid]:
    if name not in METRICS:
        raise ValueError(f"the metric {name!r} is unknown; known: {', '.join(METRICS)}")
    return METRICS[name]


def _extractor(extractor: Settings) -> UnitExtractor:
    return build_extractor(json.dumps(extractor) if isinstance(extractor, dict) else extractor or "dependency")


def _facts(index: int, facts: Any) -> list[Any]:
    if isinstance(facts, str) or not isinstance(facts, Iterable):
        raise ValueError(f"units[{index}] must be the list of a summary's facts, not {facts!r:.60}")
    return list(facts)


def _texts(index: int, references: Any) -> list[Text]:
    if not isinstance(references, Iterable):
        raise ValueError(f"references[{index}] must be a text or a list of texts, not {references!r:.60}")
    return [references] if isinstance(references, str) else list(references)
