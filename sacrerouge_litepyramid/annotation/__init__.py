"""Annotation of new data sets: plans, forms and worksheets for SCUs and labels, and their import."""
