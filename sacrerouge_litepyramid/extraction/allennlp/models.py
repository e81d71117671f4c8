"""AllenNLP's models, which the authors used, for roles, coreference and constituents.

AllenNLP 2.10.1 was archived in 2022 and runs on current libraries only after changes in global
classes, so it is never imported here: a worker process (`worker`) runs it, with this interpreter or
another, such as that of an environment of Python 3.10 with AllenNLP's own pins. A config must not
name a program, so the environment variable `INTERPRETER` does.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.extraction.allennlp.worker_client import (
    INTERPRETER,
    WorkerClient,
    check_installed,
)
from sacrerouge_litepyramid.extraction.extractor import (
    ConstituencyParser,
    CoreferenceClusters,
    CoreferenceResolver,
    SemanticRoleLabeler,
)
from sacrerouge_litepyramid.extraction.stus import Frame, LabeledSentence
from sacrerouge_litepyramid.io.downloads import check_members, download_resumed
from sacrerouge_litepyramid.io.files import hash_file
from sacrerouge_litepyramid.io.metric_models import find_file
from sacrerouge_litepyramid.models.batching import chunked

#: where AllenNLP's public archives are, and the authors' archive by task
ADDRESS = "https://storage.googleapis.com/allennlp-public-models"
ARCHIVES = {
    "srl": "structured-prediction-srl-bert.2020.12.15.tar.gz",
    "coref": "coref-spanbert-large-2021.03.10.tar.gz",
    "constituency": "elmo-constituency-parser-2020.02.10.tar.gz",
}
#: the number of texts that the worker gets at once
_BATCH_SIZE = 16


class _AllenNlp:
    """An archive and the worker that runs it; the worker starts when the first text is processed.

    Args:
        archive: path of a model.tar.gz, by default the authors' archive. A file that does not exist
            is looked for, by its name, where `setup-metric` puts the public archives.
        language: name or path of a spaCy pipeline, which splits texts and tags words; the public
            models were evaluated with en_core_web_sm.
        device: "cpu", "cuda" or, for one of several GPUs, "cuda:1".
        overrides: changes to the archive's configuration, such as {"model.bert_model": …} for a
            local BERT.
    """

    task: str

    def __init__(
        self,
        archive: str | None = None,
        language: str = "en_core_web_sm",
        device: str = "cpu",
        overrides: dict[str, Any] | None = None,
    ) -> None:
        self.archive = archive or ARCHIVES[self.task]
        self.language = language
        self.overrides = overrides or {}
        self._device = parse_device(device)
        self._interpreter = os.environ.get(INTERPRETER) or sys.executable

    def identity(self) -> dict[str, Any]:
        """Return the archive's SHA-256 and the settings."""
        return {
            "type": "allennlp",
            "task": self.task,
            "archive": Path(self.archive).name,
            "sha256": self._sha256,
            "language": self.language,
            "overrides": self.overrides,
        }

    @cached_property
    def worker(self) -> WorkerClient:
        """The client of the worker; it is made at the first use, because it needs the archive."""
        language = Path(self.language).expanduser()
        settings = {
            "task": self.task,
            "archive": str(self._path),
            "language": str(language.resolve()) if language.is_dir() else self.language,
            "device": self._device,
            "overrides": self.overrides,
        }
        return WorkerClient(
            command=[self._interpreter, str(Path(__file__).with_name("worker.py"))],
            settings=settings,
            name=f"AllenNLP archive {self.archive}",
            environment=_build_environment(self._interpreter),
        )

    @cached_property
    def _path(self) -> Path:
        """The archive's file.

        Raises ImportError if the interpreter lacks AllenNLP, ValueError if the archive is missing
        or has unsafe members.
        """
        # A worker in another Python says itself what it lacks.
        if self._interpreter == sys.executable:
            check_installed()
        given = Path(self.archive).expanduser().resolve()
        path = given if given.is_file() else find_file(given.name)
        if path is None:
            raise ValueError(
                f"archive: no file {self.archive!r}; pass the path of an AllenNLP model.tar.gz, or "
                f"run: sacrerouge-litepyramid setup-metric lite3pyramid --{self.task}"
            )
        check_members(path)
        return path

    @cached_property
    def _sha256(self) -> str:
        return hash_file(self._path)

    def _annotate(self, texts: Sequence[str]) -> Iterator[Any]:
        """Yield the worker's answer for each text, {} for a blank text."""
        batches = chunked(list(filter(str.strip, texts)), _BATCH_SIZE)
        answers = (answer for batch in batches for answer in self.worker.ask(batch))
        for text in texts:
            yield next(answers) if text.strip() else {}


@SemanticRoleLabeler.register("allennlp")
class AllenNlpSemanticRoleLabeler(_AllenNlp, SemanticRoleLabeler):
    """Shi and Lin (2019)'s BERT labeller, or another archive that labels semantic roles."""

    task = "srl"

    def label(self, sentences: Sequence[str]) -> list[LabeledSentence]:
        labelled = []
        for answer in self._annotate(sentences):
            frames = [Frame(verb, tuple(tags)) for verb, tags in answer.get("frames", ())]
            labelled.append(LabeledSentence(tuple(answer.get("words", ())), tuple(frames)))
        return labelled


@CoreferenceResolver.register("allennlp")
class AllenNlpCoreferenceResolver(_AllenNlp, CoreferenceResolver):
    """Lee et al. (2018)'s resolver with SpanBERT, or another archive that resolves coreference."""

    task = "coref"

    def resolve(self, texts: Sequence[str]) -> list[CoreferenceClusters]:
        resolved = []
        for answer in self._annotate(texts):
            clusters = [tuple(map(tuple, cluster)) for cluster in answer.get("clusters", ())]
            resolved.append(CoreferenceClusters(tuple(answer.get("tokens", ())), tuple(clusters)))
        return resolved


@ConstituencyParser.register("allennlp")
class AllenNlpConstituencyParser(_AllenNlp, ConstituencyParser):
    """Stern et al. (2017)'s parser with ELMo, or another archive that parses constituents.

    The tree of a sentence without words is "".
    """

    task = "constituency"

    def parse(self, sentences: Sequence[str]) -> list[str]:
        return [answer or "" for answer in self._annotate(sentences)]


def download_archive(task: str, folder: Path) -> str:
    """Download the authors' archive for a task into a metric's folder; return a line about it.

    Raises ValueError as `download_resumed` and `check_members` do.
    """
    path = folder / ARCHIVES[task]
    if not path.exists():
        download_resumed(f"{ADDRESS}/{path.name}", path)
    try:
        check_members(path)
    except ValueError:
        path.unlink()
        raise
    return f"{path.name}: {path.stat().st_size:,} bytes, sha256 {hash_file(path)[:12]}…"


def parse_device(device: str) -> int:
    """Return AllenNLP's number for a device: -1 for the CPU, else the index of the GPU."""
    match = re.fullmatch(r"cpu|cuda(?::(\d+))?", device)
    if match is None:
        raise ValueError(f'device must be "cpu", "cuda" or "cuda:N", not {device!r}')
    return -1 if device == "cpu" else int(match[1] or 0)


def _build_environment(interpreter: str) -> dict[str, str]:
    """Return the environment of the worker's process.

    It is that of this process, without module paths if the interpreter is another one.
    """
    dropped = () if interpreter == sys.executable else ("PYTHONPATH", "PYTHONHOME")
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    # With this variable, newer releases of torch refuse pickles other than tensors.
    return {**environment, "TORCH_FORCE_WEIGHTS_ONLY_LOAD": "1"}
