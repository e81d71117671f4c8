"""Statistics of agreement and of comparisons."""
