"""Measuring metrics against people."""
