"""Who sees which changed file: exclusions, globs, risk, budgets.

`classify.py` is the stage. `gather.py` collects the declared watchdogs, `select.py` reads `-k`, `exclusions.py` says
what no brief shows, `marks.py` reads what the base says of generated and vendored files, `risk.py` orders files.
"""
