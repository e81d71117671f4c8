"""Released data sets, which `setup-dataset` converts into this package's formats.

It imports `io` and below. `experiments` and `cli` use it.
"""
