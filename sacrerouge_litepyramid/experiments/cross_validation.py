"""Fit judges to parts of the data, folds or whole data sets, and score the rest (paper, tables 1, 2 and 4)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from tqdm import tqdm

from sacrerouge_litepyramid.core.judgements import LabelledSummary
from sacrerouge_litepyramid.evaluation.scores import Scores, check_folds
from sacrerouge_litepyramid.experiments.data_set import EvaluationData, model_scores
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.training.trainable import Documents

Fit = Callable[[Sequence[LabelledSummary], Documents | None], Judge]


def fit_folds(data: EvaluationData, folds: Sequence[Sequence[str]], by: str, fit: Fit) -> Iterator[Judge]:
    """Yield for each fold a model fitted to the labels of the other folds; what is in no fold is excluded.

    Raises ValueError for wrong folds (see `check_folds`), and where the other folds of a fold have no labels.
    """
    names = {_name(each, by) for each in data.labelled}
    check_folds(folds, sorted(names), by)
    everything = set().union(*folds)
    for fold in tqdm(folds, desc="fitting", unit="fold", disable=None, delay=1):
        others = everything - set(fold)
        yield fit([each for each in data.labelled if _name(each, by) in others], data.documents)


def score_folds(
    data: EvaluationData,
    parts: Sequence[Scores],
    folds: Sequence[Sequence[str]],
    by: str,
    models: Iterable[Judge],
    measure: str = "p2c",
) -> list[Scores]:
    """Return the parts of folds (see `split_by_folds`) with the scores of each fold's model by each set of units."""
    return [
        part.with_metrics(model_scores(data.part(by, fold), model, measure))
        for part, fold, model in zip(parts, folds, models, strict=True)
    ]


def _name(example: LabelledSummary, by: str) -> str:
    return example.instance_id if by == "documents" else example.summarizer_id


def fit_to_all(sets: Sequence[EvaluationData], fit: Fit) -> Judge:
    """Fit a judge to the labels of all sets; of several, an instance's id is prefixed with the name of its set.

    Documents are used only if all sets have them. Raises ValueError for two sets of one name.
    """
    if len(sets) == 1:
        return fit(sets[0].labelled, sets[0].documents)
    names = [data.name for data in sets]
    if len(names) > len(set(names)):
        raise ValueError(f"training sets need names of their own, not {', '.join(names)}; rename a folder")
    labelled = [each._replace(instance_id=f"{data.name}/{each.instance_id}") for data in sets for each in data.labelled]
    return fit(labelled, _documents(sets))


def _documents(sets: Sequence[EvaluationData]) -> Documents | None:
    if any(data.documents is None for data in sets):
        return None
    return {f"{data.name}/{name}": texts for data in sets for name, texts in (data.documents or {}).items()}
