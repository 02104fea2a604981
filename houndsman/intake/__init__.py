"""Raw words of an agent or tool become findings, with a note on everything that was put right."""
