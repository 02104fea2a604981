"""The kit for whoever tests with Houndsman: repositories on which readers of diffs go wrong, as functions and fixtures.

Import what you need from `houndsman.testing.odd_repositories` and `houndsman.testing.fixtures`; nothing is loaded by
itself.
"""
