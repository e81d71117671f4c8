"""File formats, each read and written in one place; every message names file, line and instance."""
