"""All that knows SacreROUGE."""
