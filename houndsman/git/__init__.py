"""Everything that is asked of git: one runner on bytes, and the few questions that the rest of the project has.

Not to be mistaken for GitPython, whose package is called `git` too: here it is imported only by `repository`.
"""
