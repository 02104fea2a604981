"""What the change is for: read off the diff, or said by somebody who is better at it."""
