"""Reads and writes all file formats, each in one module.

Messages name the file, the line and the instance. It imports `core` and `statistics`; all rooms
above use it.
"""
