"""Score presence models on the folds of a data set that they were not fitted to (paper, tables 1 and 4)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from tqdm import tqdm

from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.meta.data_set import EvaluationData, model_scores
from sacrerouge_litepyramid.meta.scores import Scores, check_folds
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.training.trainable import Documents

Fit = Callable[[Sequence[Judged], Documents | None], PresenceModel]


def fit_folds(data: EvaluationData, folds: Sequence[Sequence[str]], by: str, fit: Fit) -> Iterator[PresenceModel]:
    """Yield for each fold a model fitted to the judgements of the other folds; what is in no fold is left out.

    Raises ValueError for wrong folds (see `check_folds`), and where the other folds of a fold were not judged.
    """
    names = {_name(each, by) for each in data.judged}
    check_folds(folds, sorted(names), by)
    everything = set().union(*folds)
    for fold in tqdm(folds, desc="fitting", unit="fold", disable=None, delay=1):
        others = everything - set(fold)
        yield fit([each for each in data.judged if _name(each, by) in others], data.documents)


def score_folds(
    data: EvaluationData,
    parts: Sequence[Scores],
    folds: Sequence[Sequence[str]],
    by: str,
    models: Iterable[PresenceModel],
    measure: str = "p2c",
) -> list[Scores]:
    """Return the parts of folds (see `split_by_folds`) with the scores of each fold's model by each set of units."""
    return [
        part.with_metrics(model_scores(data.part(by, fold), model, measure))
        for part, fold, model in zip(parts, folds, models, strict=True)
    ]


def _name(example: Judged, by: str) -> str:
    return example.instance_id if by == "examples" else example.summarizer_id
