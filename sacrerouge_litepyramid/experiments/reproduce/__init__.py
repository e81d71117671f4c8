"""Recompute the papers' numbers from their released data."""
