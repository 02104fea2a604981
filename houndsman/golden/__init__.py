"""Golden sets: load, check, score, report.

file or folder -> `load.py` -> GoldenSet + findings -> `score.py` -> Score -> `report.py` -> JSON, Markdown
"""
