"""Find the norm that a model applies to its last layer's output, by watching a forward pass."""

from typing import Any


def find_final_norm(model: Any) -> Any:
    """Return the module after the layers that gives the model's output, as in GPT-2, T5, Pegasus and Llama, or None.

    Layers are the modules that the model keeps in lists: a norm within the last one (BERT, BART) is not a final norm.
    It is found by its output, because model families give it different names, and other norms the same.
    """
    import torch
    from torch.nn import ModuleList

    within = {module for each in model.modules() if isinstance(each, ModuleList) for module in each.modules()}
    given: list[tuple[Any, Any]] = []
    hooks = [
        module.register_forward_hook(lambda module, _, output: given.append((module, output)))
        for module in model.modules()
        if module not in within
    ]
    try:
        with torch.inference_mode():
            # Any tokens will do, unless all are padding, which some models set to 0 throughout.
            ids = torch.arange(3, device=model.device)[None]
            final = model(input_ids=ids).last_hidden_state
    finally:
        for hook in hooks:
            hook.remove()
    return next((module for module, output in given if torch.is_tensor(output) and torch.equal(output, final)), None)
