"""Summarize a data set with a summarizer and the baselines, and compare their rewards and ROUGE."""

import json
import logging
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.core.arguments import Files, check_minimum, name_argument
from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.experiments.summarizers.task import Reward, Summarizer, Task
from sacrerouge_litepyramid.io.documents import SourceInstance, read_source_instances
from sacrerouge_litepyramid.io.files import Written
from sacrerouge_litepyramid.io.signatures import SUFFIX, write_signed_lines
from sacrerouge_litepyramid.io.summaries import Summary, summary_to_json
from sacrerouge_litepyramid.metrics.metric import log_missing, mean_value
from sacrerouge_litepyramid.metrics.rouge import ROUGE_TYPES, score_references
from sacrerouge_litepyramid.registry import build, read_description
from sacrerouge_litepyramid.statistics.tables import render_table

logger = logging.getLogger(__name__)

BASELINES = ("lead", "random")


def summarize(
    *,
    documents: str | Path,
    output: Annotated[str | Path, Files(beside=(SUFFIX,))],
    summarizer: str | Mapping[str, Any] = "genetic",
    reward: str | Mapping[str, Any] = "supert-native",
    max_tokens: int = 100,
    seed: int = 0,
    system: str | None = None,
) -> Written:
    """Summarise documents by the extracts that a reference-free metric scores highest.

    Args:
        documents: the documents (JSON Lines), for example summaries.jsonl.
        output: where to write summaries.jsonl.
        summarizer: the summarizer by its name (genetic, reinforce, lead, random) or as JSON.
        reward: the metric by its name or as JSON.
        max_tokens: the largest number of tokens of a summary, split at white space.
        seed: the seed of all randomness.
        system: the system's name in the output; by default the summarizer's type.
    """
    check_minimum(1, max_tokens=max_tokens)
    extraction = Extraction(summarizer, reward, max_tokens, seed, system)
    instances = read_source_instances(documents)
    start = time.perf_counter()
    extracts = extraction.run(instances, Path(output))
    work = f"{len(instances)} documents in {time.perf_counter() - start:.1f} s"
    return Written(Path(output), [render_means(instances, extracts), compare_rewards(extracts), work])


class Extract(NamedTuple):
    """The sentences that a system chose from an instance, and their reward, NaN if undefined."""

    system: str
    text: list[str]
    reward: float

    def to_summary(self, source: SourceInstance) -> Summary:
        texts = (self.text, source.references, source.documents, source.where)
        return Summary(source.instance_id, self.system, "peer", *texts)


class Extraction:
    """A summarizer, named ``system`` or by its type, and the baselines, with the same reward and budget."""

    def __init__(
        self, summarizer: Any, reward: Any, max_tokens: int = 100, seed: int = 0, system: str | None = None
    ) -> None:
        chosen = {"type": "genetic", **read_description(summarizer, "the summarizer")}
        rewarded = {"type": "supert-native", **read_description(reward, "the reward")}
        self.system = system or chosen["type"]
        if self.system in BASELINES and self.system != chosen["type"]:
            raise ValueError(f"{name_argument('system')}: {system!r} is the name of a baseline; choose another name")
        made_by = {"version": __version__, "summarizer": chosen, "reward": rewarded}
        self.settings: dict[str, Any] = {**made_by, "max_tokens": max_tokens, "seed": seed}
        self.described = {self.system: chosen} | {name: {"type": name} for name in BASELINES if name != self.system}
        self.summarizers = {name: build(Summarizer, settings) for name, settings in self.described.items()}
        self.reward = Reward(rewarded)

    def run(self, instances: Sequence[SourceInstance], output: Path) -> list[list[Extract]]:
        """Write the system's summary of each instance, with its documents and references, and a file of signatures.

        Returns the extracts by instance and system.
        """
        bar = tqdm(instances, desc="summaries", unit="document", disable=None)
        extracts = [self.extract(instance) for instance in bar]
        chosen = (row[0].to_summary(source) for source, row in zip(instances, extracts, strict=True))
        lines = map(summary_to_json, chosen)
        write_signed_lines(output, lines, [*self.reward.signatures, {"metric": "summarize", **self.settings}])
        return extracts

    def extract(self, instance: SourceInstance) -> list[Extract]:
        """Return each system's extract; the seed, the instance and the summarizer's type determine its randomness."""
        budget = self.settings["max_tokens"]
        task = Task(instance.documents, self.reward, budget)
        if not len(task.fitting):
            where = f"{instance.where}, instance {instance.instance_id!r}"
            logger.warning("%s: no sentence has 1 to %d tokens; its summary is empty", where, budget)
        extracts = []
        for name, summarizer in self.summarizers.items():
            facts = [self.settings["seed"], instance.instance_id, self.described[name]["type"]]
            generator = np.random.default_rng(int(sha256(json.dumps(facts).encode()), 16))
            chosen = summarizer.extract(task, generator) if len(task.fitting) else ()
            extracts.append(Extract(name, task.texts(chosen), float(task.rewards([chosen])[0])))
        return extracts


def render_means(instances: Sequence[SourceInstance], extracts: Sequence[Sequence[Extract]]) -> str:
    """Return a table of the systems' means: reward, tokens, and the largest stemmed ROUGE F1 over references.

    ``extracts``: by instance and system. Logs the number of summaries without a reward.
    """
    references = [instance.references for instance in instances]
    types = ROUGE_TYPES if any(references) else ()
    rows = []
    for column in zip(*extracts, strict=True):
        name, rewards = column[0].system, [extract.reward for extract in column]
        log_missing(name, rewards, "have no reward")
        tokens = np.mean([len(flatten(extract.text).split()) for extract in column])
        pairs = zip(column, references, strict=True)
        rouge = [score_references(extract.text, texts) for extract, texts in pairs if texts]
        means = [np.mean([scores[f"{kind}_f1"] for scores in rouge]) for kind in types]
        rows.append([name, f"{mean_value(rewards):.4f}", f"{tokens:.1f}", *(f"{mean:.4f}" for mean in means)])
    return render_table(["", "reward", "tokens", *(f"rouge-{kind}" for kind in types)], rows)


def compare_rewards(extracts: Sequence[Sequence[Extract]]) -> str:
    """Count the instances in which the reward of the first system is above, or equal to, that of each other system."""
    first, *others = zip(*extracts, strict=True)
    parts = []
    for other in others:
        pairs = [(ours.reward, theirs.reward) for ours, theirs in zip(first, other, strict=True)]
        above, equal = sum(ours > theirs for ours, theirs in pairs), sum(ours == theirs for ours, theirs in pairs)
        parts.append(f"above {other[0].system} on {above} and equal on {equal}")
    return f"reward of {first[0].system}: {', '.join(parts)} of {len(extracts)} documents"
