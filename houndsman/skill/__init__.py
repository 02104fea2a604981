"""The procedure for an agent that drives a review itself, and where each program looks for it."""
