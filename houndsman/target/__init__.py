"""From what the command line asked for to two commits, and to the key that the review is filed under."""
