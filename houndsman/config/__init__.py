"""Configuration: found, checked, and read once.

`load.py` is the way in. `project.py` says which of the project's files count and from which commit, `check.py` turns
one file's data into a checked layer, `markdown.py` reads a watchdog from a Markdown file, `complaints.py` puts faults
into words, `places.py` finds the line of a key.
"""
