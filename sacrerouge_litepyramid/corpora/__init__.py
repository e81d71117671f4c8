"""Data sets: `setup-dataset` commands."""
