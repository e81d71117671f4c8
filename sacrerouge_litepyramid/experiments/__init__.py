"""The papers' experiments and the benchmark of judges.

It imports `meta_evaluation`, `training` and below, nothing of `verdict`. Only `cli` uses it.
"""
