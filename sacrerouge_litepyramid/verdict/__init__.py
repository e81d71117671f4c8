"""The verdict: from a table or the folder of an evaluation to a page, a gate or an estimate.

It stands on four files: summaries, units, scores and evidence. It imports `meta_evaluation` and
below, and scores tables by `metrics`; only `cli`, and `result` when a page or an explanation is
asked for, import it.
"""
