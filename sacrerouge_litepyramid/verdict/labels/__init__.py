"""Annotation of new data sets: a worksheet for SCUs, and plans and forms for labels."""
