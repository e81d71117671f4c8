"""Transformers models: their files, placement, batches, prompts and answers.

It imports `io` and below. `judges`, `extraction`, `metrics` and `training` use it.
"""
