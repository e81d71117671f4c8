"""Shared by all subpackages: texts, units, judgements, arguments and threads.

No files, no SacreROUGE, no model.
"""
