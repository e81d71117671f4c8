"""Statistics of agreement and of comparisons, and the tables and results that show them."""
