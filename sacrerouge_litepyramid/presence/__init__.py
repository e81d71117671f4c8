"""Presence models: does the summary hold this unit?"""
