"""Systems against each other, metrics against human scores and each other, and gates.

It imports `meta_evaluation` and below. The files of `verdict`, `labels` and `report` use it.
"""
