"""Shared by all subpackages: texts, units, judgements, arguments and threads; no files, no SacreROUGE, no model."""
