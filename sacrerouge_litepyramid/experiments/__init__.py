"""The papers' experiments and the benchmark, on top of all other subpackages."""
