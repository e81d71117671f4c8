"""Scores, unit evidence and labels as one HTML file."""
