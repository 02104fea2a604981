"""The history of the schema: `versions/` holds one module a step. Run by `store/migrate.py`, without an `env.py`."""
