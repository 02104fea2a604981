"""The command line: one thin module a command, and `main.py` that finds it.

A command reads its options, makes one call into `session`, prints, and returns an `ExitCode`. Results go to standard
output, everything else to standard error.
"""
