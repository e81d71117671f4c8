"""`experiment reproduce docker-lite3pyramid`: what SacreROUGE expects of the paper's models.

SacreROUGE's docker-lite3pyramid runs the authors' code in a container (repro, zhang2021). That
scores a summary by the STUs of each reference apart, and takes the mean over the references. So
does this target; `lite3pyramid` takes the mean over the STUs of all references, as the paper does.

Tolerances: the authors split sentences by NLTK's punkt, so some STUs differ; a label moves by more
than a probability.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from sacrerouge_litepyramid.experiments.reproduce.targets import (
    ComparedNumber,
    compare_with_expected,
    read_expected,
)
from sacrerouge_litepyramid.extraction.allennlp.models import AllenNlpSemanticRoleLabeler
from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.extraction.srl import SrlExtractor
from sacrerouge_litepyramid.io.evaluation_folder import SUMMARIES
from sacrerouge_litepyramid.io.metric_models import find_file
from sacrerouge_litepyramid.io.summaries import Summary, read_summaries
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.judges.nli import NliJudge
from sacrerouge_litepyramid.scoring import judge_summaries

#: the fixture in a copy of SacreROUGE's repository
FIXTURE = Path("sacrerouge/tests/fixtures/data/multiling2011")
SET_UP = "sacrerouge-litepyramid setup-metric lite3pyramid --nli shiyue/roberta-large-tac08 --srl"


def compute_rows(source: Path) -> list[ComparedNumber]:
    """Return the scores of the summaries of SacreROUGE's fixture beside the expected ones.

    Raises ValueError, with all that is missing, without the paper's judge or labeler.
    """
    folder = source / FIXTURE if (source / FIXTURE).is_dir() else source
    labeler = AllenNlpSemanticRoleLabeler()
    judge = NliJudge(precision="fp32")
    missing = "; ".join(_list_missing(labeler, judge))
    if missing:
        raise ValueError(
            f"docker-lite3pyramid: missing here: {missing}; for the models run: {SET_UP}"
        )
    summaries = read_summaries(folder / SUMMARIES)
    scores = score_by_reference(judge, SrlExtractor(labeler), summaries)
    return compare_with_expected(scores, read_expected("docker-lite3pyramid"))


def _list_missing(labeler: AllenNlpSemanticRoleLabeler, judge: NliJudge) -> Iterator[str]:
    has_archive = find_file(labeler.archive) is not None
    try:
        labeler.identity()
    except ImportError:
        yield "AllenNLP, by make allennlp"
    except ValueError:
        if has_archive:  # it is damaged
            raise
    if not has_archive:
        yield labeler.archive
    try:
        judge.checkpoint.folder()
    except ValueError:
        yield judge.checkpoint.name


def score_by_reference(
    judge: Judge, extractor: UnitExtractor, summaries: list[Summary]
) -> Mapping[str, float]:
    """Return each summary's scores, means over its references, as "document, system, measure"."""
    items = []
    for summary in summaries:
        items += [(summary.text, units) for units in extractor.extract(summary.references)]
    scored = iter([judgement.scores() for judgement in judge_summaries(judge, items)])
    values = {}
    for summary in summaries:
        by_reference = [next(scored) for _ in summary.references]
        for measure in by_reference[0]:
            mean = np.mean([scores[measure] for scores in by_reference])
            values[f"{summary.instance_id}, {summary.summarizer_id}, {measure}"] = float(mean)
    return values
