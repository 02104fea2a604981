"""The evaluator's desk: what reviewers are worth, whether their findings come from a file or from runs of ours.

`grading.py` scores anyone's findings and needs no repository; `run_grading.py` scores runs. `comparing.py` and
`run_comparing.py` set two reviewers beside each other in the same way.
`upkeep.py` carries golden sets to other commits and makes them from triage and fixes.
"""
