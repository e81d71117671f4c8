"""Arithmetic only: no files, no SacreROUGE, no model; the standard library and numpy."""
