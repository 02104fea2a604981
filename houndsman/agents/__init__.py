"""Agents: programs that are sent out with a brief and what comes back from them, safely and within limits."""
