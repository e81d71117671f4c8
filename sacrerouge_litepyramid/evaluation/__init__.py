"""From a table of summaries to a verdict about the systems."""
