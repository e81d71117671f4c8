"""Combine annotators and a judge: plan which units to label, and estimate systems' scores from a
labelled sample.
"""
