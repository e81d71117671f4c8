"""Scores, unit evidence and labels as one HTML file.

It imports all other rooms of `verdict`. `evaluation`, `demo` and `result` use it.
"""
