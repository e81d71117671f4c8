"""`experiment NAME`: the experiments of papers."""
