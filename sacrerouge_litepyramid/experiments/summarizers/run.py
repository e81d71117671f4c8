"""Summarize a data set with a summarizer and the baselines, and compare their rewards and ROUGE."""

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import check_minimum
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.experiments.summarizers.task import Reward, Summarizer, Task
from sacrerouge_litepyramid.io.documents import SourceInstance, read_source_instances
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.signatures import write_signed_lines
from sacrerouge_litepyramid.io.summaries import Summary, summary_to_json
from sacrerouge_litepyramid.metrics.metric import log_missing, mean_value
from sacrerouge_litepyramid.metrics.rouge import ROUGE_TYPES, score_references
from sacrerouge_litepyramid.registry import build, read_description
from sacrerouge_litepyramid.statistics.tables import render_table

logger = logging.getLogger(__name__)

BASELINES = ("lead", "random")


class Extract(NamedTuple):
    """The sentences that a system chose from an instance, and their reward, NaN if undefined."""

    system: str
    text: list[str]
    reward: float


def summarize(
    *,
    documents: str | Path,
    output: str | Path,
    summarizer: str | Mapping[str, Any] = "genetic",
    reward: str | Mapping[str, Any] = "supert-native",
    max_tokens: int = 100,
    seed: int = 0,
) -> Written:
    """Summarise documents by the extracts that a reference-free metric scores highest.

    Args:
        documents: the documents (JSON Lines), for example summaries.jsonl.
        output: where to write summaries.jsonl.
        summarizer: the summarizer by its name (genetic, lead, random) or as JSON.
        reward: the metric by its name or as JSON.
        max_tokens: the largest number of tokens of a summary, split at white space.
        seed: the seed of all randomness.
    """
    check_minimum(1, max_tokens=max_tokens)
    chosen = {"type": "genetic", **read_description(summarizer, "the summarizer")}
    rewarded = {"type": "supert-native", **read_description(reward, "the reward")}
    name = chosen["type"]
    # by name; a baseline may be the chosen summarizer
    summarizers = {name: build(Summarizer, chosen)}
    for baseline in BASELINES:
        summarizers.setdefault(baseline, build(Summarizer, baseline))
    metric = Reward(rewarded)
    instances = read_source_instances(documents)
    extracts, lines = [], []
    for instance in tqdm(instances, desc="summaries", unit="document", disable=None):
        task = Task(instance.documents, metric, max_tokens)
        if not len(task.fitting):
            where = f"{instance.where}, instance {instance.instance_id!r}"
            logger.warning(
                "%s: no sentence has 1 to %d tokens; its summary is empty", where, max_tokens
            )
        row = []
        for system, built in summarizers.items():
            # No other document changes what is drawn for a document.
            facts = json.dumps([seed, instance.instance_id, system])
            digest = sha256(facts.encode())
            generator = np.random.default_rng(int(digest, 16))
            row.append(extract(system, built, task, generator))
        extracts.append(row)
        summary = Summary(
            instance.instance_id,
            name,
            "peer",
            row[0].text,
            instance.references,
            instance.documents,
            instance.where,
        )
        lines.append(summary_to_json(summary))
    made_by = {
        "version": __version__,
        "summarizer": chosen,
        "reward": rewarded,
        "max_tokens": max_tokens,
        "seed": seed,
    }
    write_signed_lines(output, lines, [*metric.signatures, {"metric": "summarize", **made_by}])
    return Written(Path(output), [render_means(instances, extracts), compare_rewards(extracts)])


def extract(
    system: str, summarizer: Summarizer, task: Task, generator: np.random.Generator
) -> Extract:
    """Return a system's extract, which is empty if no sentence fits."""
    chosen: Sequence[int] | np.ndarray = ()
    if len(task.fitting):
        chosen = summarizer.extract(task, generator)
    (reward,) = task.rewards([chosen])
    return Extract(system, task.texts(chosen), float(reward))


def render_means(instances: Sequence[SourceInstance], extracts: Sequence[Sequence[Extract]]) -> str:
    """Return a table of the systems' mean reward, tokens and stemmed ROUGE F1.

    ``extracts``: by instance and system. With several references, a summary's largest F1 counts.
    The number of summaries without a reward is logged.
    """
    references = [instance.references for instance in instances]
    types = ROUGE_TYPES if any(references) else ()
    rows = []
    for column in zip(*extracts, strict=True):
        name = column[0].system
        rewards = [item.reward for item in column]
        log_missing(name, rewards, "have no reward")
        tokens = [len(flatten(item.text).split()) for item in column]
        pairs = zip(column, references, strict=True)
        rouge = [score_references(item.text, texts) for item, texts in pairs if texts]
        row = [name, f"{mean_value(rewards):.4f}", f"{np.mean(tokens):.1f}"]
        for kind in types:
            f1 = [scores[f"{kind}_f1"] for scores in rouge]
            row.append(f"{np.mean(f1):.4f}")
        rows.append(row)
    titles = [f"rouge-{kind}" for kind in types]
    return render_table(["", "reward", "tokens", *titles], rows)


def compare_rewards(extracts: Sequence[Sequence[Extract]]) -> str:
    """Count in how many documents the first system's reward is above, or equal to, another's."""
    first, *others = zip(*extracts, strict=True)
    rewards = np.array([item.reward for item in first])
    parts = []
    for other in others:
        their_rewards = np.array([item.reward for item in other])
        above = (rewards > their_rewards).sum()
        equal = (rewards == their_rewards).sum()
        parts.append(f"above {other[0].system} on {above} and equal on {equal}")
    return f"reward of {first[0].system}: {', '.join(parts)} of {len(extracts)} documents"
