"""The evaluator's desk: what reviewers are worth, whether their findings come from a file or from runs of ours.

`grading.py` scores anyone's findings and needs no repository; `run_grading.py` scores runs.
"""
