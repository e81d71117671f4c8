"""The norm that a model puts its last layer's output through, found by watching it work."""

from typing import Any


def find_final_norm(model: Any) -> Any:
    """The module after the layers that gives the model's output, as in GPT-2, T5, Pegasus and Llama; None without one.

    Layers are what the model keeps in lists: a norm within the last of them (BERT, BART) is no final one. Told by what
    the modules give, as families name theirs, and others of the kind, differently.
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
            # Any tokens will do that are not all padding, which some models set to 0 from beginning to end.
            ids = torch.arange(3, device=model.device)[None]
            final = model(input_ids=ids).last_hidden_state
    finally:
        for hook in hooks:
            hook.remove()
    return next((module for module, output in given if torch.is_tensor(output) and torch.equal(output, final)), None)
