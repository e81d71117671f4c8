"""FFCI's base metrics and coherence models. Importing the package registers them."""

from sacrerouge_litepyramid.metrics.ffci import bertscore, logistic, nayeem_chali, next_sentence, qags, rouge, sts

__all__ = ["bertscore", "logistic", "nayeem_chali", "next_sentence", "qags", "rouge", "sts"]
