"""The words of the design as frozen models. This room imports nothing of ours but `errors`.

What crosses the edge (configuration, watchdogs, artifacts, triage) is pydantic and is written with camelCase keys; what
a stage may see a million times (`ChangedFile`, `Hunk`, `Finding`) is a slotted dataclass or a named tuple.
"""
