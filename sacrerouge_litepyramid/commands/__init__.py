"""Commands: parse, call, write."""
