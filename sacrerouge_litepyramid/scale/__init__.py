"""Score corpora that are too large for memory, batch by batch, in this process or by Ray's
workers.
"""
