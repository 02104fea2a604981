"""Labels for the printer."""

WIDTH = 32


def label(name: str, street: str, town: str) -> str:
    """Three lines, cut to the printer's width."""
    lines = []
    for line in (name, street, town):
        lines.append(line[:WIDTH])
    return "\n".join(lines)
