"""Fit what is fitted."""
