"""Score with SacreROUGE, for the commands `score`, `evaluate` and METRIC score|evaluate."""

import inspect
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from sacrerouge.commands import evaluate as evaluate_command
from sacrerouge.commands import score as score_command
from sacrerouge.common import Params
from sacrerouge.data import Metrics
from sacrerouge.data.dataset_readers import DatasetReader

from sacrerouge_litepyramid.core.failures import name_text
from sacrerouge_litepyramid.io.files import atomic_path
from sacrerouge_litepyramid.io.metrics import SummaryKey, build_metrics_line
from sacrerouge_litepyramid.io.signatures import write_signatures
from sacrerouge_litepyramid.plugin import host, metrics
from sacrerouge_litepyramid.registry import read_description

logger = logging.getLogger(__name__)


class Task(NamedTuple):
    """A scoring task: a dataset reader's description, the files that it reads, and SacreROUGE's metrics."""

    reader: str | Mapping[str, Any]
    input_files: Sequence[str]
    metrics: Sequence[Any]


def build_task(config: Mapping[str, Any]) -> Task:
    """Return the task of a config that `cli.config` has checked, its metrics built."""
    host.silence_parameters()
    host.refuse_dotted_names()
    built = score_command._load_metrics(Params({"metrics": config["metrics"]}))
    values = Counter(getattr(metric, "value_name", getattr(metric, "name", None)) for metric in built)
    if repeated := next((value for value, count in values.items() if value and count > 1), None):
        raise ValueError(f"two metrics of the config have the value {repeated!r}; score them in separate runs")
    return Task(config["dataset_reader"], config["input_files"], built)


def build_metric(name: str, settings: Mapping[str, Any]) -> Any:
    """Build this package's metric for SacreROUGE with the settings of a config."""
    metrics.adapt_metrics()  # other packages may have registered more
    return metrics.ADAPTERS[name](**settings)


def import_packages(packages: Iterable[str]) -> None:
    """Import the packages of --include-packages and all their modules, which registers their components."""
    for package in packages:
        if not all(part.isidentifier() for part in package.split(".")):
            raise ValueError(f"--include-packages: {package!r:.60} is not a package; pass a name such as my_metrics")
        host.import_module_and_submodules(package)


def score_task(task: Task, output_jsonl: str, disable_peer_jackknifing: bool) -> list[dict[str, Any]]:
    """Write the scores of each summary and their signatures; return the lines of the file."""
    instances = _read_instances(task)
    with _name_summaries(instances):
        scores = score_command.score_instances(instances, list(task.metrics), disable_peer_jackknifing)
        with atomic_path(output_jsonl) as output:
            score_command.save_score_results(scores, str(output), True)
            _write_signatures(task, output_jsonl)
    logger.info("Written: %s", output_jsonl)
    return [_build_line(scored) for by_system in scores.values() for scored in by_system.values()]


def evaluate_task(task: Task, macro_output_json: str, micro_output_jsonl: str) -> list[dict[str, Any]]:
    """Write the means over all summaries, each summary's scores and the signatures; return the lines of the scores."""
    instances = _read_instances(task)
    with _name_summaries(instances):
        macro, micro = evaluate_command.evaluate_instances(instances, list(task.metrics))
        with atomic_path(macro_output_json) as means, atomic_path(micro_output_jsonl) as scores:
            evaluate_command.save_evaluation_results(macro, micro, str(means), str(scores), True)
            _write_signatures(task, macro_output_json)
    logger.info("Written: %s, %s", macro_output_json, micro_output_jsonl)
    return list(map(_build_line, micro))


def _write_signatures(task: Task, output: str) -> None:
    """Write the signatures of the scores beside them; SacreROUGE's own metrics have none."""
    write_signatures(output, [signature for metric in task.metrics for signature in getattr(metric, "signatures", ())])


def _read_instances(task: Task) -> list[Any]:
    """Return the instances that a task's reader makes from its files; raise ValueError if their number is wrong."""
    reader = DatasetReader.from_params(Params(read_description(task.reader, "the dataset reader")))
    parameters = [name for name in inspect.signature(reader.read).parameters if name not in ("args", "kwargs")]
    if len(parameters) != len(task.input_files):
        kind = read_description(task.reader, "the dataset reader").get("type")
        raise ValueError(
            f"--input-files (input_files) are {len(task.input_files)} files ({', '.join(task.input_files)}), but the "
            f"dataset reader {kind!r} reads {len(parameters)}: {', '.join(parameters)}"
        )
    return reader.read(*task.input_files)


def _name_summaries(instances: Sequence[Any]) -> AbstractContextManager[None]:
    """Add to errors the name of the summary that caused them."""
    keys = ((instance.instance_id, instance.summarizer_id) for instance in instances)
    return name_text(zip(keys, ([instance.fields["summary"].to_input()] for instance in instances), strict=True))


def _build_line(scored: Metrics) -> dict[str, Any]:
    key = SummaryKey(scored.instance_id, scored.summarizer_id)
    return build_metrics_line(key, scored.metrics, scored.summarizer_type)
