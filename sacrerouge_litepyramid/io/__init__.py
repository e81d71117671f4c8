"""Reads and writes all file formats, each in one module; messages name the file, the line and the instance."""
