"""AllenNLP's models, which the authors used, for roles, coreference and constituents.

AllenNLP 2.10.1 was archived in 2022 and runs on current libraries only after changes in global
classes, so it is never imported here: a worker process (`worker`) runs it, with this interpreter or
another, such as that of an environment of Python 3.10 with AllenNLP's own pins. A config must not
name a program, so the environment variable `INTERPRETER` does.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.core.arguments import check_minimum
from sacrerouge_litepyramid.extraction.allennlp.worker_client import (
    INTERPRETER,
    WorkerClient,
    check_installed,
    find_archive,
)
from sacrerouge_litepyramid.extraction.extractor import (
    ConstituencyParser,
    CoreferenceClusters,
    CoreferenceResolver,
    SemanticRoleLabeler,
)
from sacrerouge_litepyramid.extraction.stus import Frame, LabeledSentence
from sacrerouge_litepyramid.io.files import hash_file
from sacrerouge_litepyramid.models.batching import chunked

_PUBLIC_MODELS = "https://storage.googleapis.com/allennlp-public-models/"


class _AllenNlp:
    """An archive and the worker that runs it; the worker starts when the first text is processed.

    Args:
        archive: path or https:// URL of a model.tar.gz, by default the public one; a URL is
            downloaded once.
        language: name or path of a spaCy pipeline, which splits texts and tags words; the public
            models were evaluated with en_core_web_sm.
        device: "cpu", "cuda", "cuda:1", or AllenNLP's number (-1 is the CPU).
        batch_size: the number of texts that the worker gets at once.
        overrides: changes to the archive's configuration, such as {"model.bert_model": …} for a
            local BERT.
        checksum: the SHA-256 that the archive must have; required for a URL.
    """

    task = ""
    public_archive = ""

    def __init__(
        self,
        archive: str | None = None,
        language: str = "en_core_web_sm",
        device: str | int = "cpu",
        batch_size: int = 16,
        overrides: dict[str, Any] | None = None,
        checksum: str | None = None,
    ) -> None:
        check_minimum(1, batch_size=batch_size)
        if overrides is not None and not isinstance(overrides, dict):
            raise ValueError(
                f"overrides must map configuration keys to values, not be {overrides!r}"
            )
        check_addresses([archive, overrides])
        self.archive = archive or self.public_archive
        self.language = language
        self.overrides = dict(overrides or {})
        self._checksum = checksum
        self._device = parse_device(device)
        self._batch_size = batch_size
        self._interpreter = _find_interpreter()

    def identity(self) -> dict[str, Any]:
        """Return the archive's SHA-256 and the settings.

        Needs AllenNLP, and downloads a missing archive.
        """
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

        Raises ImportError, before any download, if the interpreter lacks AllenNLP.
        """
        # A worker in another Python says itself what it lacks.
        if self._interpreter == sys.executable:
            check_installed()
        return find_archive(self.archive, self._checksum)

    @cached_property
    def _sha256(self) -> str:
        return hash_file(self._path)

    def _annotate(self, texts: Sequence[str]) -> Iterator[Any]:
        """Yield the worker's answer for each text, {} for a blank text."""
        batches = chunked(list(filter(str.strip, texts)), self._batch_size)
        answers = (answer for batch in batches for answer in self.worker.ask(batch))
        for text in texts:
            yield next(answers) if text.strip() else {}


@SemanticRoleLabeler.register("allennlp")
class AllenNlpSemanticRoleLabeler(_AllenNlp, SemanticRoleLabeler):
    """Shi and Lin (2019)'s BERT labeller, or another archive that labels semantic roles."""

    task = "srl"
    public_archive = _PUBLIC_MODELS + "structured-prediction-srl-bert.2020.12.15.tar.gz"

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
    public_archive = _PUBLIC_MODELS + "coref-spanbert-large-2021.03.10.tar.gz"

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
    public_archive = _PUBLIC_MODELS + "elmo-constituency-parser-2020.02.10.tar.gz"

    def parse(self, sentences: Sequence[str]) -> list[str]:
        return [answer or "" for answer in self._annotate(sentences)]


def parse_device(device: str | int) -> int:
    """Return AllenNLP's number for a device: -1 for the CPU, else the index of the GPU."""
    text = str(device)
    if text in ("cpu", "-1"):
        return -1
    match = re.fullmatch(r"(?:cuda(?::|$))?(\d*)", text)
    if match is None or not text:
        raise ValueError(f'device must be "cpu", "cuda", "cuda:N", -1 or N, not {device!r}')
    return int(match[1] or 0)


def check_addresses(settings: Any) -> None:
    """Raise ValueError if a text in the JSON of the settings begins with http://."""
    insecure = re.search(r'"(http://[^"]*)', json.dumps(settings, default=str), re.IGNORECASE)
    if insecure:
        raise ValueError(
            f"{insecure[1]:.200} is not a secure address; pass an address with https://, or a path"
        )


def _find_interpreter() -> str:
    """Return the path of the Python that runs the worker.

    Raise ValueError if it is not an executable file.
    """
    path = os.environ.get(INTERPRETER)
    if not path:
        return sys.executable
    expanded = Path(path).expanduser()
    if not (expanded.is_file() and os.access(expanded, os.X_OK)):
        raise ValueError(
            f"${INTERPRETER}: {path!r} is not an executable file; set it to a Python, or unset it"
        )
    return str(expanded.absolute())


def _build_environment(interpreter: str) -> dict[str, str]:
    """Return the environment of the worker's process.

    It is that of this process, without module paths if the interpreter is another one.
    """
    dropped = () if interpreter == sys.executable else ("PYTHONPATH", "PYTHONHOME")
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    # With this variable, newer releases of torch refuse pickles other than tensors.
    return {**environment, "TORCH_FORCE_WEIGHTS_ONLY_LOAD": "1"}
