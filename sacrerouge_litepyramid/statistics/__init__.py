"""Estimates with intervals, tests and correlations, and the tables and results that show them.

It imports `core`, numpy and scipy.special. Rooms above use it, most of all `meta_evaluation` and
`verdict`.
"""
