"""One module a step, numbered; a step that was released is never edited."""
