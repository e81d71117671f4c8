"""Annotation of new data sets: forms for labels, their import, and plans of what to label.

It imports `comparison`, `page` and below. `report` shows its estimates.
"""
