"""Inter-sentential coherence: how well a sentence follows the one before. Importing it registers the models."""

from sacrerouge_litepyramid.ffci.coherence import logistic, nayeem_chali, next_sentence

__all__ = ["logistic", "nayeem_chali", "next_sentence"]
