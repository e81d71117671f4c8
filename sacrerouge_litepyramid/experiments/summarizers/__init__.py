"""Extractive summarizers that search for the extract with the highest reward. Importing the package registers them."""

from sacrerouge_litepyramid.experiments.summarizers import extracts, genetic, reinforce, rewards

__all__ = ["extracts", "genetic", "reinforce", "rewards"]
