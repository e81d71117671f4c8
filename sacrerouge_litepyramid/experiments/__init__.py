"""The papers' experiments, on top of everything that users use."""
