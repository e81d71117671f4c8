"""Annotators and a judge together: which labels to ask for, and what a labelled sample says of the systems."""
