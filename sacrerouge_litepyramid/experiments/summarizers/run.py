"""Summarize a data set with a summarizer and the baselines, resumably, and compare their rewards and ROUGE."""

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.experiments.summarizers.extracts import LeadSummarizer, RandomSummarizer
from sacrerouge_litepyramid.experiments.summarizers.interfaces import Reward, Summarizer, read_source
from sacrerouge_litepyramid.io.documents import SourceInstance
from sacrerouge_litepyramid.io.files import read_json_lines, write_json_lines
from sacrerouge_litepyramid.io.signatures import write_signed_lines
from sacrerouge_litepyramid.io.summaries import Summary, summary_to_json
from sacrerouge_litepyramid.metrics.metric import log_missing
from sacrerouge_litepyramid.metrics.rouge import TYPES, score_references
from sacrerouge_litepyramid.scale.parts import LineParts, hold_parts
from sacrerouge_litepyramid.statistics.tables import render_table

logger = logging.getLogger(__name__)

BASELINES: dict[str, Summarizer] = {"lead": LeadSummarizer(), "random": RandomSummarizer()}


class Job(NamedTuple):
    """The settings of a run.

    ``name``: the summarizer_id of the summaries, which may be a baseline's only if it is one; ``identity``: what
    determines them beside the budget and the seed, as JSON.
    """

    name: str
    summarizer: Summarizer
    reward: Reward
    budget: int
    seed: int
    identity: Mapping[str, Any]

    def signature(self) -> dict[str, Any]:
        return {"version": __version__, **self.identity, "max_tokens": self.budget, "seed": self.seed}


class Candidate(NamedTuple):
    """A system's summary of an instance, and its reward, or NaN."""

    summary: Summary
    reward: float


class SummarizeRun(NamedTuple):
    """For each instance the candidates by system, the job's own first; ``found``: instances from an earlier run."""

    candidates: list[dict[str, Candidate]]
    found: int


def summarize(job: Job, instances: Sequence[SourceInstance], output: Path) -> SummarizeRun:
    """Write the job's summary of each instance to ``output``, in order, with its documents and references.

    Finished instances are kept in the folder OUTPUT.parts until all are done, named by a digest of their input. The
    signatures are written beside the output. Raises ValueError where another run writes the same output.
    """
    with hold_parts(output) as folder:
        result = _summarize(job, instances, folder)
        summaries = (summary_to_json(each[job.name].summary) for each in result.candidates)
        signatures = [*job.reward.signatures(), {"metric": "summarize", **job.signature()}]
        write_signed_lines(output, summaries, signatures)
        LineParts(folder).remove_all()
    return result


def _summarize(job: Job, instances: Sequence[SourceInstance], folder: Path) -> SummarizeRun:
    candidates, found = [], 0
    for instance in tqdm(instances, desc="summaries", unit="document", disable=None):
        part = folder / f"{_digest(job, instance)}.jsonl"
        found += part.exists()
        if not part.exists():
            write_json_lines(part, _extracts(job, instance))
        candidates.append(_candidates(part, instance))
    return SummarizeRun(candidates, found)


def make_generator(seed: int, instance_id: str, kind: str) -> np.random.Generator:
    """Return a random generator for a kind of summarizer on an instance, whatever the other instances are."""
    return np.random.default_rng(int(sha256(json.dumps([seed, instance_id, kind]).encode()), 16))


def _extracts(job: Job, instance: SourceInstance) -> list[dict[str, Any]]:
    """Return each system's extract as a line: its name, sentences and reward."""
    source = read_source(instance.documents)
    if not len(source.fitting_sentences(job.budget)):
        where = f"{instance.where}, instance {instance.instance_id!r}"
        logger.warning("%s: no sentence has 1 to %d tokens; its summary is empty", where, job.budget)
    scorer = job.reward.scorer(source)
    lines = []
    for name, summarizer in ({job.name: job.summarizer} | BASELINES).items():
        kind = job.identity["summarizer"]["type"] if name == job.name else name
        generator = make_generator(job.seed, instance.instance_id, kind)
        extract = summarizer.extract(source, scorer, job.budget, generator)
        reward = float(scorer.score([extract])[0])
        lines.append({"system": name, "text": source.texts(extract), "reward": reward})
    return lines


def _candidates(part: Path, instance: SourceInstance) -> dict[str, Candidate]:
    return {
        data["system"]: Candidate(
            Summary(
                instance_id=instance.instance_id,
                summarizer_id=data["system"],
                summarizer_type="peer",
                text=data["text"],
                references=instance.references,
                documents=instance.documents,
                where=instance.where,
            ),
            data["reward"],
        )
        for data, _ in read_json_lines(part)
    }


def _digest(job: Job, instance: SourceInstance) -> str:
    made_of = [job.name, job.signature(), instance.instance_id, instance.documents]
    return sha256(json.dumps(made_of, sort_keys=True).encode())[:32]


class SummarizerMeans(NamedTuple):
    """A system's means over the instances.

    ``reward``: over the instances with a reward; ``rouge``: F1 by type, over those with references, or empty.
    """

    name: str
    reward: float
    tokens: float
    rouge: dict[str, float]


def system_means(candidates: Sequence[dict[str, Candidate]]) -> list[SummarizerMeans]:
    """Return the means of each system, in order; ``candidates``: by system, for each instance.

    The number of summaries without a reward is logged.
    """
    return [_means(name, [each[name] for each in candidates]) for name in candidates[0]]


def compare_rewards(candidates: Sequence[dict[str, Candidate]], name: str) -> str:
    """Count the instances where the system's reward is above, and equal to, each other system's."""
    parts = []
    for other in candidates[0]:
        if other != name:
            pairs = [(each[name].reward, each[other].reward) for each in candidates]
            above, equal = sum(own > its for own, its in pairs), sum(own == its for own, its in pairs)
            parts.append(f"above {other} on {above} and equal on {equal}")
    return f"reward of {name}: {', '.join(parts)} of {len(candidates)} documents"


def render_means(means: Sequence[SummarizerMeans]) -> str:
    """Format a line a system; ROUGE is the F1 of stems, the largest over several references."""
    types = list(means[0].rouge)
    rows = [
        [each.name, f"{each.reward:.4f}", f"{each.tokens:.1f}", *(f"{each.rouge[name]:.4f}" for name in types)]
        for each in means
    ]
    return render_table(["", "reward", "tokens", *types], rows)


def _means(name: str, candidates: Sequence[Candidate]) -> SummarizerMeans:
    rewards = [each.reward for each in candidates if not np.isnan(each.reward)]
    log_missing(name, [each.reward for each in candidates], "have no reward")
    tokens = [len(flatten(each.summary.text).split()) for each in candidates]
    return SummarizerMeans(
        name=name,
        reward=float(np.mean(rewards)) if rewards else float("nan"),
        tokens=float(np.mean(tokens)),
        rouge=_rouge(candidates),
    )


def _rouge(candidates: Sequence[Candidate]) -> dict[str, float]:
    summaries = [each.summary for each in candidates if each.summary.references]
    scores = [score_references(summary.text, summary.references) for summary in summaries]
    return {f"rouge-{kind}": float(np.mean([each[f"{kind}_f1"] for each in scores])) for kind in TYPES if scores}
