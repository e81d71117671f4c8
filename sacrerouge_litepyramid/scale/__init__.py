"""Corpora that are too large for memory: scored batch by batch, by this process or by Ray's workers."""
