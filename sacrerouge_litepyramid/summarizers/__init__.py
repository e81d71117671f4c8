"""Extractive summarisers that search for the extract with the highest reward. Importing the package registers them."""

from sacrerouge_litepyramid.summarizers import baselines, genetic, metric_reward, reinforce, supert_reward

__all__ = ["baselines", "genetic", "metric_reward", "reinforce", "supert_reward"]
