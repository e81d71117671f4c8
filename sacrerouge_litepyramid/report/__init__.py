"""Scores, unit evidence and people's judgements as one HTML file."""
