"""Text to units."""
