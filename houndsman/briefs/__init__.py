"""Briefs and the manifest.

`brief.py` is the stage that writes each watchdog's brief, `excerpts.py` shares the room among the files, `budget.py`
says how far an agent may look, `manifest.py` puts down what the run reviews.
"""
