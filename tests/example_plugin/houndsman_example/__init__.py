"""An example of a distribution that brings watchdogs."""
