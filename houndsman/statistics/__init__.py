"""Intervals, paired tests, resampling: pure functions on numbers, on the standard library alone."""
