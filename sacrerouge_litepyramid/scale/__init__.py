"""Corpora that are too large for memory, scored in batches, in this process or by Ray's workers.

It imports `metrics` and below. Only `cli` uses it.
"""
