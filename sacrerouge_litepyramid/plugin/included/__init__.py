"""The modules that SacreROUGE's --include-packages imports of this package."""
