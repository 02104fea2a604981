"""Is this the same finding? Keys, fingerprints and near-duplicates; pure functions on models and lines."""
