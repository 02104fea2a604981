"""The home folder: artifacts on disk and the database.

Everything that is written goes through one named artifact function (`artifacts`) or one named transaction (`Store`).
Only `session` and what stands above it import this room. `home`, `artifacts` and `lock` cost no database library.
"""
