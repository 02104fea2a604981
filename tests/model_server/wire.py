"""HTTP/1.1 as far as model servers need it: one request a connection, answers in one or in chunks.

In: a stream. Out: a request; bytes of an answer. What is no HTTP ends as IncompleteReadError or ValueError, and the
connection with it.
"""

from __future__ import annotations

import asyncio
import gzip
import http
from collections.abc import Mapping
from typing import NamedTuple


class Request(NamedTuple):
    """What a program sent."""

    method: str
    path: str
    headers: Mapping[str, str]
    """By lower-case name."""
    body: bytes


async def read_request(reader: asyncio.StreamReader) -> Request:
    """The request that begins here.

    Raises:
        asyncio.IncompleteReadError: the connection ended in the middle.
    """
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip("\r\n").split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if headers.get("transfer-encoding", "").lower() == "chunked":
        body = await _chunks(reader)
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    return Request(method, path, headers, body)


def head(status: int, headers: Mapping[str, str]) -> bytes:
    """The first lines of an answer, after which the connection is closed."""
    lines = [f"HTTP/1.1 {status} {_phrase(status)}", "connection: close", *(f"{k}: {v}" for k, v in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def chunk(data: bytes) -> bytes:
    """One chunk of an answer whose length is not known before; the empty one ends it."""
    return b"%x\r\n%s\r\n" % (len(data), data)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return bytes(body)


def _phrase(status: int) -> str:
    try:
        return http.HTTPStatus(status).phrase
    except ValueError:  # 529 is Anthropic's own
        return "Scripted"
