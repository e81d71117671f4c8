"""Shared by all rooms: texts, units, judgements, arguments and threads, with numpy alone.

No files, no SacreROUGE, no model. It imports no other room; all use it.
"""
