"""The released data sets and their formats: what `setup-dataset` writes."""
