"""Words, sentences and word lists."""
