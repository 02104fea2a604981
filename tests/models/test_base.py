"""snake_case in Python, camelCase in JSON, closed and frozen."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from houndsman.models.base import Model


class Kennel(Model):
    """A model for this test."""

    dog_count: int
    """How many."""
    name_of_keeper: str | None = None


def test_json_has_every_key_in_camel_case() -> None:
    assert Kennel(dog_count=3).to_json() == {"dogCount": 3, "nameOfKeeper": None}


@pytest.mark.parametrize("data", [{"dogCount": 3}, {"dog_count": 3}])
def test_both_spellings_are_read(data: dict[str, object]) -> None:
    assert Kennel.model_validate(data).dog_count == 3


def test_unknown_keys_are_refused_and_values_are_frozen() -> None:
    with pytest.raises(ValidationError, match="cats"):
        Kennel.model_validate({"dogCount": 3, "cats": 1})
    with pytest.raises(ValidationError, match="frozen"):
        Kennel(dog_count=3).dog_count = 4  # type: ignore[misc]


def test_docstrings_reach_the_schema() -> None:
    assert Kennel.model_json_schema(by_alias=True)["properties"]["dogCount"]["description"] == "How many."
