"""Models of transformers, for presence and extraction alike: their files, placement, batches, prompts and answers."""
