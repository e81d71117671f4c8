"""Annotation of new data sets: a worksheet for SCUs, plans and forms for labels, and their
import.
"""
