"""The papers' experiments and the benchmark, built on all other subpackages but the command line and the plugin."""
