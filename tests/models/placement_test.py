import numpy as np
import pytest

from sacrerouge_litepyramid.models.placement import (
    Placement,
    check_finite,
    check_placement,
    explain_out_of_memory,
    resolve_device,
    resolve_precision,
)

torch = pytest.importorskip("torch", reason="needs torch")


@pytest.mark.parametrize(
    ("device", "precision", "message"),
    [
        ("gpu", "auto", "device 'gpu' is unknown; known: auto, cpu, cuda"),
        ("cuda:", "auto", "device 'cuda:' is unknown"),
        ("cpu", "float32", "precision 'float32' is unknown; known: auto, fp32, bf16, fp16"),
        ("cpu", "fp16", "precision 'fp16' needs a CUDA device"),
    ],
)
def test_invalid_placements_are_refused(device: str, precision: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_placement(device, precision)


@pytest.mark.parametrize("has_tiles", [True, False])
def test_the_default_precision_on_a_cpu_is_bf16_only_for_models_that_allow_it_and_with_amx(
    has_tiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        torch.cpu, "get_capabilities", lambda: {"amx_bf16": has_tiles}, raising=False
    )
    assert resolve_device("cpu") == "cpu"
    assert resolve_precision("auto", "cpu") == "fp32"
    assert resolve_precision("auto", "cpu", bf16_on_cpu=True) == ("bf16" if has_tiles else "fp32")
    assert resolve_precision("fp32", "cpu", bf16_on_cpu=True) == "fp32"
    assert resolve_precision("bf16", "cpu") == "bf16"


def test_the_default_precision_is_fp32_if_torch_cannot_tell_amx(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(torch.cpu, "get_capabilities", raising=False)
    assert resolve_precision("auto", "cpu", bf16_on_cpu=True) == "fp32"


def test_auto_uses_cuda_if_available() -> None:
    assert resolve_device("auto") == ("cuda" if torch.cuda.is_available() else "cpu")


def test_a_missing_cuda_device_is_refused() -> None:
    device = f"cuda:{torch.cuda.device_count() if torch.cuda.is_available() else 0}"
    with pytest.raises(ValueError, match=f"device '{device}' does not exist: torch finds"):
        resolve_device(device)


def test_an_out_of_memory_error_names_the_setting_to_lower() -> None:
    full = "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 8 GiB"
    message = (
        "^a batch of 16384 tokens does not fit: CUDA out of memory; use a smaller tokens_per_batch$"
    )
    with pytest.raises(RuntimeError, match=message), explain_out_of_memory(16384):
        raise torch.OutOfMemoryError(full)


def test_a_placement_resolves_to_the_requested_settings() -> None:
    placement = Placement("the model", "cpu", "bf16", tokens_per_batch=7)
    assert placement.resolve() == ("cpu", "bf16")
    assert placement.batch_tokens("cpu") == 7
    assert Placement("the model").batch_tokens("cpu") < Placement("the model").batch_tokens(
        "cuda:1"
    )


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_logits_that_are_not_finite_are_refused(value: float) -> None:
    assert check_finite(np.zeros((2, 2))).tolist() == [[0, 0], [0, 0]]
    with pytest.raises(
        ValueError, match="the model returned a logit that is not finite; try precision fp32"
    ):
        check_finite(np.array([[0.0, value]]))


def test_a_placement_is_checked_when_it_is_built() -> None:
    with pytest.raises(ValueError, match="tokens_per_batch must be at least 1, not 0"):
        Placement("the model", tokens_per_batch=0)
