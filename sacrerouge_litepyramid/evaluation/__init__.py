"""Whether metrics agree with human scores, which systems differ, and the verdict on a table of
summaries.
"""
