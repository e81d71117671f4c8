"""SacreROUGE metrics."""
