"""From git's diff to a `Change`, and from a line of one side to a line of the other. Pure."""
