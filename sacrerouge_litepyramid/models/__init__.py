"""Transformers models: their files, placement, batches, prompts and answers."""
