"""A model's files: a folder, or the snapshot of a hub repository. This file alone knows the hub's layout."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

CONFIG = ("config.json",)
TOKENIZER = ("tokenizer_config.json", "special_tokens_map.json", "added_tokens.json")
GENERATION = ("generation_config.json", "chat_template.jinja")
VOCABULARY = ("tokenizer.json", "vocab.json", "merges.txt", "vocab.txt", "*.model")
SAFETENSORS = ("model.safetensors", "model-*.safetensors", "model.safetensors.index.json")
TORCH_BIN = ("pytorch_model.bin", "pytorch_model-*.bin", "pytorch_model.bin.index.json")


class CheckpointError(ValueError):
    """What is wrong with a checkpoint, and the remedy: a sentence that begins after the model's name."""


class Checkpoint:
    """A model by hub name (with an optional revision: branch, tag or commit) or by the path of its folder."""

    def __init__(self, model: str, revision: str | None = None) -> None:
        self.path = Path(model).expanduser()
        self.local = self.path.is_dir()
        self.model = model
        self.requested_revision = revision
        self._commit: str | None = None
        if self.local and revision is not None:
            raise ValueError(f"revision {revision!r} is for hub models, but {model!r} is a folder; leave it out")

    @property
    def name(self) -> str:
        """The hub name, or the name of the folder: a local model is identified by its content, not by its path."""
        return self.path.resolve().name if self.local else self.model

    def config_folder(self) -> Path:
        """Return a folder with the configuration; of a hub model nothing else is downloaded."""
        return self._fetch(CONFIG)

    def folder(self) -> Path:
        """Return a folder with configuration, tokeniser and weights, in safetensors where the model has them."""
        for weights in (SAFETENSORS, TORCH_BIN):
            folder = self._fetch((*CONFIG, *TOKENIZER, *GENERATION, *VOCABULARY, *weights))
            if any(_matches(folder, weights)):
                self._check_vocabulary(folder)
                return folder
        raise ValueError(f"{self._describe()} has no weights (model.safetensors or pytorch_model.bin). {REMEDY}")

    def _check_vocabulary(self, folder: Path) -> None:
        # transformers 5 creates an empty tokeniser where there is none.
        if not any(_matches(folder, VOCABULARY)):
            raise ValueError(f"{self._describe()} has no tokeniser (tokenizer.json, vocab.json, …). {REMEDY}")

    def revision(self) -> str:
        """Return the commit of a hub model, or a digest of a folder's configuration, tokeniser and weights."""
        if not self.local:
            return self.config_folder().name
        weights = SAFETENSORS if any(_matches(self.path, SAFETENSORS)) else TORCH_BIN
        return "sha256:" + _digest(_matches(self.path, (*CONFIG, *TOKENIZER, *GENERATION, *VOCABULARY, *weights)))

    def _fetch(self, patterns: Iterable[str]) -> Path:
        if self.local:
            return self.path
        # One snapshot serves all reads: transformers would ask the hub for each file, and for models without
        # safetensors it would request their conversion in the background.
        from huggingface_hub import snapshot_download

        revision = self._commit or self.requested_revision
        try:
            folder = Path(
                snapshot_download(self.model, revision=revision, allow_patterns=list(patterns), ignore_patterns=["*/*"])
            )
        except (OSError, ValueError) as error:
            raise ValueError(f"{self._describe()} cannot be found. {REMEDY} ({_first_line(error)})") from error
        self._commit = folder.name
        return folder

    @contextmanager
    def explain_load_errors(self) -> Iterator[None]:
        """Re-raise any error in reading the model's files as a ValueError of one line with the model and the remedy."""
        try:
            yield
        except CheckpointError as error:
            raise ValueError(f"{self._describe()} {error}") from error
        except Exception as error:
            reason = _first_line(error).rstrip(".")
            raise ValueError(f"{self._describe()} cannot be loaded: {reason}. {REMEDY}") from error

    def _describe(self) -> str:
        at = f" (revision {self.requested_revision!r})" if self.requested_revision else ""
        return f"model {self.model!r}{at}"


REMEDY = (
    "Give the path of a folder with config.json, tokeniser and weights, or a Hugging Face hub name such as "
    "'shiyue/roberta-large-tac08'; without a connection the model must be in the hub's cache already (HF_HOME)."
)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _matches(folder: Path, patterns: Iterable[str]) -> Iterator[Path]:
    return (path for pattern in patterns for path in sorted(folder.glob(pattern)))


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.name}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:32]
