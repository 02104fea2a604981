"""The base of every model that is read from or written to JSON."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Model(BaseModel):
    """Frozen, closed against unknown keys, snake_case in Python and camelCase in JSON."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, use_attribute_docstrings=True
    )

    def to_json(self) -> dict[str, object]:
        """The JSON form: camelCase keys, plain values, every key present (null where unknown)."""
        return self.model_dump(mode="json", by_alias=True)
