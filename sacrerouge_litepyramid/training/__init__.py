"""Fit what is fitted. Importing the package registers the judges that can be trained."""

from sacrerouge_litepyramid.training import logistic_judges, nli

__all__ = ["logistic_judges", "nli"]
