"""Two ways of reviewing beside each other: which is better, or that nothing shows it.

`comparison.py` puts a comparison together; `report.py` (JSON), `page.py` (Markdown) and `headline.py` (a terminal's
rows) tell it. What is compared comes from `evaluation/`.
"""
