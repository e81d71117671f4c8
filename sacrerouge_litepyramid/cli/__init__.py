"""The command line: the commands, their help, and the binder that turns functions into commands.

It may import all rooms; only `__main__` imports it.
"""
