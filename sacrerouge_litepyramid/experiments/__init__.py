"""The papers' experiments and the benchmark; only the command line imports them."""
