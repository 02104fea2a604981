"""The hunt: who answers for each watchdog. Today that is plugins' own code (`dispatch.py`)."""
