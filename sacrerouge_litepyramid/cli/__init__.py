"""The command line: the commands, their help, and the binder that makes commands of Python
functions.
"""
