"""Lite2Pyramid, Lite2.xPyramid and Lite3Pyramid for SacreROUGE."""

from sacrerouge_litepyramid import host

__version__ = "0.1.0"

host.make_importable()
