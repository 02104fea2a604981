"""The one renderer for prompts, and the only way in for foreign text.

`foreign.py` turns words of strangers (diff, names, messages, hints) into data: redacted, capped, fenced, labelled.
`redact.py` has the patterns of secrets. `render.py` fills templates, which print nothing that did not come through
here. `reply.py` is the schema of an answer and the example shown with it.
"""
