"""A table of outputs: read to a data set, scored, and written as the folder of an evaluation.

It imports `meta_evaluation`, `metrics` and below. `evaluation` uses it.
"""
