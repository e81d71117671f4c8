"""Released data sets, which `setup-dataset` converts into this package's formats."""
