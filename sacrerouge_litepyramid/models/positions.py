"""Find how many tokens a model takes at once."""

import logging
from typing import Any

logger = logging.getLogger(__name__)


def clip_max_length(max_length: int, tokenizer: Any, model: Any) -> int:
    """Return ``max_length``, lowered with a warning to what model and tokeniser take."""
    limit = min(tokenizer.model_max_length, position_limit(model))
    if max_length > limit:
        logger.warning("max_length %d is more than the model's %d positions; using %d", max_length, limit, limit)
    return min(max_length, limit)


def position_limit(model: Any) -> float:
    """Return the most tokens that a model takes; infinite when its configuration states no limit.

    RoBERTa-like models reserve the positions up to the padding index: 514 positions take 512 tokens.
    """
    positions = getattr(model.config.get_text_config(), "max_position_embeddings", None)
    if not isinstance(positions, int) or positions <= 0:
        return float("inf")
    reserved = [
        module.padding_idx + 1
        for name, module in model.named_modules()
        if name.endswith("position_embeddings") and getattr(module, "padding_idx", None) is not None
    ]
    return positions - max(reserved, default=0)
