"""XML of strangers: elements with their lines, or an error with its place; never a bomb."""

from __future__ import annotations

import pytest

from houndsman.exchange.reader import ForeignFormatError, Text
from houndsman.exchange.xml_elements import outermost, parse_xml


def test_elements_know_their_attributes_children_and_line() -> None:
    top = parse_xml(Text("r.xml", "<?xml version='1.0'?>\n<a x='&lt;1'>\n <b/>words<c>\n<b y='é'/></c>\n <b/></a>\n"))
    assert (top.tag, dict(top.attributes), top.line) == ("a", {"x": "<1"}, 2)
    assert [(child.tag, child.line) for child in top.children] == [("b", 3), ("c", 3), ("b", 5)]
    assert [child.line for child in top.named("b")] == [3, 5]
    assert dict(top.named("c")[0].children[0].attributes) == {"y": "é"}


def test_text_is_read_as_text_whatever_encoding_it_declares() -> None:
    top = parse_xml(Text("r.xml", "<?xml version='1.0' encoding='UTF-16'?><a x='é'/>"))
    assert top.attributes["x"] == "é"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "r.xml:1:1"),
        ("no XML", "r.xml:1:1"),
        ("<a>\n<b></a>", "r.xml:2:6"),
        ("<a/>\n<a/>", "r.xml:2:1"),
        ("<a>&undeclared;</a>", "r.xml:1:4"),
        ("<a x='\ud800'/>", "r.xml"),
    ],
)
def test_what_is_not_well_formed_is_said_with_its_place(text: str, where: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        parse_xml(Text("r.xml", text))
    assert caught.value.where == where
    assert caught.value.hint


@pytest.mark.parametrize(
    "declaration",
    [
        "<!DOCTYPE a>",
        '<!DOCTYPE a SYSTEM "file:///etc/hostname">',
        '<!DOCTYPE a [<!ENTITY one "ha"><!ENTITY two "&one;&one;&one;">]>',
        '<!DOCTYPE a [<!ENTITY one SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_a_document_type_is_refused_before_anything_of_it_counts(declaration: str) -> None:
    with pytest.raises(ForeignFormatError, match="document type") as caught:
        parse_xml(Text("r.xml", f"<?xml version='1.0'?>\n{declaration}<a x='&two;'/>"))
    assert caught.value.where == "r.xml:2"


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("<results/>", "results"),
        ("\n <?xml version='1.0'?>\n<!-- <b> -->\n<checkstyle version='8'>", "checkstyle"),
        ('<!DOCTYPE a [<!ENTITY b "<c>">]>\n<a>', "a"),
        ("<!-- never closed <a>", None),
        ('{"xml": "<a>"}', None),
        ("words <a>", None),
        ("", None),
    ],
)
def test_the_outermost_element_is_told_at_a_look(text: str, tag: str | None) -> None:
    assert outermost(Text("r", text)) == tag


def test_a_prologue_made_to_be_split_in_every_way_is_looked_at_once() -> None:
    assert outermost(Text("r", "<?a?>" * 13_000)) is None


def test_depth_is_no_danger() -> None:
    depth = 50_000
    assert parse_xml(Text("r", "<a>" * depth + "</a>" * depth)).tag == "a"
