"""Let AllenNLP 2.10.1 run on libraries newer than its pins (torch < 1.13, transformers < 4.21).

Everything here changes global classes, so only the worker's process may use it. Each change
replaces one name or behaviour that newer releases dropped; with the versions of AllenNLP's pins
nothing is changed.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

#: packages that AllenNLP imports at start, but that text models never call
_STAND_INS = ("torchvision", "fairscale")


def import_allennlp() -> None:
    """Import AllenNLP with its predictors, under any versions of torch and transformers."""
    import transformers

    major, minor, *_ = transformers.__version__.split(".")
    if (int(major), int(minor)) <= (4, 20):
        _import_models()
        return
    # transformers looks for torchvision, and must not find the stand-in, so it is imported before.
    import transformers.models.bert.modeling_bert

    _restore_names()
    with _stand_ins():
        _import_models()
    _adapt_tokenizers()
    _drop_position_ids()


def _import_models() -> None:
    import allennlp_models.coref
    import allennlp_models.structured_prediction  # noqa: F401


def _restore_names() -> None:
    """Restore names that are imported, but not used when predicting."""
    import huggingface_hub
    import torch
    import transformers

    # Set on the class, because a lazily filled module may be replaced by a new one.
    type(transformers).AdamW = torch.optim.AdamW  # type: ignore
    for name in ("HfFolder", "Repository"):
        if not hasattr(huggingface_hub, name):
            setattr(huggingface_hub, name, None)


class _StandIn(ModuleType):
    """A module whose names are empty classes, for use as base classes and annotations."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


class _StandInFinder:
    """A finder of the stand-ins and their submodules; a package that is installed comes first."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name.split(".")[0] not in _STAND_INS:
            return None
        return ModuleSpec(name, self, is_package=True)  # type: ignore

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _StandIn(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


@contextmanager
def _stand_ins() -> Iterator[None]:
    """Provide the stand-ins to the imports in the block."""
    finder = _StandInFinder()
    sys.meta_path.append(finder)  # type: ignore
    try:
        yield
    finally:
        sys.meta_path.remove(finder)  # type: ignore
        for name, module in list(sys.modules.items()):
            if isinstance(module, _StandIn):
                del sys.modules[name]


def _adapt_tokenizers() -> None:
    """Restore the tokenizer calls of transformers 4 that version 5 dropped."""
    from allennlp.common import cached_transformers
    from allennlp_models.structured_prediction.dataset_readers import srl
    from transformers import PreTrainedTokenizerBase

    get_tokenizer = cached_transformers.get_tokenizer

    def get_tokenizer_as_is(
        model_name: str, add_special_tokens: bool = True, **options: Any
    ) -> Any:
        return get_tokenizer(model_name, **options)

    def build_inputs_with_special_tokens(self: Any, ids: list[int]) -> list[int]:
        """Return the ids, preceded and followed by the special tokens of a single text."""
        example = self("a", return_special_tokens_mask=True)
        example_ids = example["input_ids"]
        special = example["special_tokens_mask"]
        start = special.index(0)
        end = len(special) - special[::-1].index(0)
        return [*example_ids[:start], *ids, *example_ids[end:]]

    cached_transformers.get_tokenizer = get_tokenizer_as_is
    base: Any = PreTrainedTokenizerBase
    if not hasattr(base, "encode_plus"):
        base.encode_plus = base.__call__
    if not hasattr(base, "build_inputs_with_special_tokens"):
        base.build_inputs_with_special_tokens = build_inputs_with_special_tokens
    if not hasattr(srl.BertTokenizer, "wordpiece_tokenizer"):
        # The reader calls the word-piece step, which only the tokenizer in Python has.
        from transformers.models.bert.tokenization_bert_legacy import BertTokenizerLegacy

        srl.BertTokenizer = BertTokenizerLegacy


def _drop_position_ids() -> None:
    """Let AllenNLP read weights without BERT's position_ids.

    This is a constant that older releases save with the weights and newer ones reject.
    """
    from allennlp.nn import util

    read_state_dict = util.read_state_dict

    def read_without_position_ids(*arguments: Any, **options: Any) -> dict[str, Any]:
        state = read_state_dict(*arguments, **options)
        return {
            name: value
            for name, value in state.items()
            if not name.endswith("embeddings.position_ids")
        }

    util.read_state_dict = read_without_position_ids
