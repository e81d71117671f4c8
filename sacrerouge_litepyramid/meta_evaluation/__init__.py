"""Scores beside human scores: correlations with intervals, judge quality, and sentinels.

It imports `io`, `statistics`, `judges` and below. `experiments` and `verdict` use it.
"""
