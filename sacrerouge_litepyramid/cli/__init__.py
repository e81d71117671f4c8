"""The command line: the commands, their help, and the binder that turns functions into commands."""
