"""Edits that make true statements false, to train and test judges."""
