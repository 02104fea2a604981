"""Golden sets: load, check, score, report; and keep: carry to another commit, grow.

file or folder -> `load.py` -> GoldenSet + findings -> `score.py` -> Score -> `report.py` -> JSON, Markdown

anchor + two commits -> `relocate.py` -> anchor there, and how sure that is -> `rewrite.py` -> the same file
findings, fixes -> `freeze.py`, `from_fix.py` -> entries of a set
"""
