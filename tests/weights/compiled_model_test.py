"""A compiled model gives what it gives uncompiled; here because compiling takes half a minute of a processor."""

import shutil
from pathlib import Path

import pytest

from helpers import miniature
from helpers.nli_models import PAIRS, assert_same_judgements, nli, plain_logits


@pytest.mark.skipif(shutil.which("g++") is None, reason="torch.compile needs a C++ compiler on the CPU")
def test_a_compiled_model_gives_the_same(tmp_path: Path) -> None:
    """Of one layer: torch compiles for seconds, and longer for each."""
    folder = miniature.save_roberta(tmp_path / "roberta", num_hidden_layers=1)
    model = nli(folder, tokens_per_batch=150, compile=True)
    assert_same_judgements(model.predict_pairs(PAIRS), plain_logits(folder, PAIRS))
    assert model.identity() == nli(folder).identity()
