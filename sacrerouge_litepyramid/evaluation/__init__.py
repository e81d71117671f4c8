"""Agreement of metrics with human scores, differences of systems, and the verdict on a table."""
