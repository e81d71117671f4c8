"""What the report and the forms share: one HTML file, its words and base scripts.

It imports `io` and `core`. `labels` and `report` use it.
"""
