"""Inter-sentential coherence: how well a sentence follows the one before."""
