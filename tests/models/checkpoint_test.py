"""The messages about a model's files; tests/presence/nli_test.py has those of files that are missing."""

from pathlib import Path

import pytest

from sacrerouge_litepyramid.models.checkpoint import REMEDY, Checkpoint, CheckpointError


@pytest.mark.parametrize("reason", ["no such key", "no such key.", "no such key\nand more"])
def test_a_librarys_error_becomes_one_line_with_the_remedy_as_its_own_sentence(tmp_path: Path, reason: str) -> None:
    with pytest.raises(ValueError) as failure, Checkpoint(str(tmp_path)).explain_load_errors():
        raise RuntimeError(reason)
    assert str(failure.value) == f"model '{tmp_path}' cannot be loaded: no such key. {REMEDY}"


def test_an_error_with_a_remedy_of_its_own_follows_the_models_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError) as failure, Checkpoint(str(tmp_path)).explain_load_errors():
        raise CheckpointError("has no head; give another")
    assert str(failure.value) == f"model '{tmp_path}' has no head; give another"
