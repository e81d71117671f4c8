"""Fit presence models to some data sets, to test them on the whole of others (paper, table 2)."""

from collections.abc import Sequence

from sacrerouge_litepyramid.meta.cross_validation import Fit
from sacrerouge_litepyramid.meta.data_set import EvaluationData
from sacrerouge_litepyramid.presence.presence_model import PresenceModel
from sacrerouge_litepyramid.training.trainable import Documents


def fit_to_all(sets: Sequence[EvaluationData], fit: Fit) -> PresenceModel:
    """Fit a model to the judgements of all sets; of several, an instance's id is prefixed with the name of its set.

    Documents are used only if all sets have them. Raises ValueError for two sets of one name.
    """
    if len(sets) == 1:
        return fit(sets[0].judged, sets[0].documents)
    names = [data.name for data in sets]
    if len(names) > len(set(names)):
        raise ValueError(f"training sets need names of their own, not {', '.join(names)}; rename a folder")
    judged = [each._replace(instance_id=f"{data.name}/{each.instance_id}") for data in sets for each in data.judged]
    return fit(judged, _documents(sets))


def _documents(sets: Sequence[EvaluationData]) -> Documents | None:
    if any(data.documents is None for data in sets):
        return None
    return {f"{data.name}/{name}": texts for data in sets for name, texts in (data.documents or {}).items()}
