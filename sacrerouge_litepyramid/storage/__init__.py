"""Files, downloads, archives and the SQLite store."""
