"""Where a SARIF result stands: URIs with and without a base, regions of every shape."""

from __future__ import annotations

import pytest

from houndsman.exchange.sarif_places import Places, ResultPlace


def _location(artifact: object, region: object = None) -> dict[str, object]:
    return {
        "physicalLocation": {"artifactLocation": artifact, "region": {"startLine": 3} if region is None else region}
    }


BASES = {
    "ROOT": {"uri": "file:///src/shop/"},
    "LIB": {"uri": "lib/", "uriBaseId": "ROOT"},
    "BARE": {"uri": "file:///src/bare"},
    "LOST": {"uri": "lost/", "uriBaseId": "NOWHERE"},
    "WORDS": {"description": {"text": "the root"}},
    "ONE": {"uri": "one/", "uriBaseId": "TWO"},
    "TWO": {"uri": "two/", "uriBaseId": "ONE"},
    "ODD": "not an object",
}


@pytest.mark.parametrize(
    ("artifact", "file"),
    [
        ({"uri": "src/a.py"}, "src/a.py"),
        ({"uri": "src/a.py", "uriBaseId": "%SRCROOT%"}, "src/a.py"),
        ({"uri": "src/a%20b%C3%A9.py"}, "src/a bé.py"),
        ({"uri": "src/100%.py"}, "src/100%.py"),
        ({"uri": "src/%ff.py"}, '"src/\\377.py"'),
        ({"uri": "file:///src/shop/a%20b.py"}, "file:///src/shop/a%20b.py"),
        ({"uri": "/src/shop/a.py"}, "/src/shop/a.py"),
        ({"uri": "C:\\shop\\a.py"}, "C:\\shop\\a.py"),
        ({"uri": "a%20b.py", "uriBaseId": "ROOT"}, "file:///src/shop/a%20b.py"),
        ({"uri": "a.py", "uriBaseId": "LIB"}, "file:///src/shop/lib/a.py"),
        ({"uri": "a.py", "uriBaseId": "BARE"}, "file:///src/bare/a.py"),
        ({"uri": "a.py", "uriBaseId": "LOST"}, "lost/a.py"),
        ({"uri": "a.py", "uriBaseId": "WORDS"}, "a.py"),
        ({"uri": "a.py", "uriBaseId": "ODD"}, "a.py"),
        ({"uri": "a.py", "uriBaseId": ["ROOT"]}, "a.py"),
        ({"uri": "a.py", "uriBaseId": "ONE"}, "two/one/a.py"),
        ({"uri": "file:///other/a.py", "uriBaseId": "ROOT"}, "file:///other/a.py"),
        ({"index": 1}, "file:///src/shop/b.py"),
        ({"index": 1, "uri": "a.py"}, "a.py"),
        ({"index": -1}, None),
        ({"index": 9}, None),
        ({"uri": ""}, None),
        ({"uri": 7}, None),
        ("a.py", None),
        (None, None),
    ],
)
def test_a_uri_is_resolved_as_far_as_the_run_says(artifact: object, file: str | None) -> None:
    artifacts = [{"location": {"uri": "a.py"}}, {"location": {"uri": "b.py", "uriBaseId": "ROOT"}}]
    places = Places({"originalUriBaseIds": BASES, "artifacts": artifacts})
    assert places.of(_location(artifact)).file == file


@pytest.mark.parametrize(
    ("region", "lines"),
    [
        ({"startLine": 3}, (3, None)),
        ({"startLine": 3, "endLine": 3}, (3, None)),
        ({"startLine": 3, "endLine": 5, "endColumn": 9}, (3, 5)),
        ({"startLine": 3, "endLine": 5, "endColumn": 1}, (3, 4)),
        ({"startLine": 3, "endLine": 4, "endColumn": 1}, (3, None)),
        ({"startLine": 5, "endLine": 3}, (3, 5)),
        ({"startLine": 0}, (None, None)),
        ({"startLine": "3"}, (3, None)),
        ({"startLine": {}}, (None, None)),
        ({"charOffset": 40, "charLength": 4}, (None, None)),
        ({}, (None, None)),
        ([], (None, None)),
    ],
)
def test_the_lines_of_a_region(region: object, lines: tuple[int | None, int | None]) -> None:
    place = Places({}).of(_location({"uri": "a.py"}, region))
    assert (place.line, place.end_line) == lines


def test_the_quote_is_the_snippet_with_its_indentation() -> None:
    region = {"startLine": 3, "snippet": {"text": "\n    return x \n"}, "contextRegion": {"startLine": 1}}
    assert Places({}).of(_location({"uri": "a.py"}, region)).quote == "    return x"


@pytest.mark.parametrize("location", [{}, {"logicalLocations": [{"name": "pay"}]}, {"physicalLocation": 3}])
def test_a_location_in_no_file_is_no_place(location: dict[str, object]) -> None:
    assert Places({}).of(location) == ResultPlace()
