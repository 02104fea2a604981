"""Blobs come as they are, many through one process."""

from __future__ import annotations

import threading

import pytest

from houndsman.errors import GitError
from houndsman.git.blobs import BlobReader
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository


def stored(shop: SampleRepository, content: bytes) -> str:
    return shop.git("hash-object", "-w", "--stdin", stdin=content).decode().strip()


@pytest.mark.parametrize("content", [b"", b"\n", b"a\r\nb", b"\0\xff\n\n", b"x" * 3_000_000])
def test_contents_are_exact(shop: SampleRepository, content: bytes) -> None:
    object_id = stored(shop, content)
    with BlobReader(Git(shop.path / ".git")) as reader:
        assert reader.read(object_id) == content
        assert reader.read(object_id) == content, "a second question to the same process"


def test_what_is_missing_or_no_blob_is_none(shop: SampleRepository) -> None:
    head = shop.commit("one")
    with BlobReader(Git(shop.path / ".git")) as reader:
        assert reader.read("0" * 40) is None
        assert reader.read(head) is None
        assert reader.read(stored(shop, b"still in step")) == b"still in step"


@pytest.mark.parametrize("name", ["HEAD", "", "0" * 39, "0" * 40 + "\n"])
def test_only_full_ids_are_asked(shop: SampleRepository, name: str) -> None:
    with BlobReader(Git(shop.path / ".git")) as reader, pytest.raises(GitError, match="not the full id"):
        reader.read(name)


def test_many_in_the_order_asked(shop: SampleRepository) -> None:
    ids = [stored(shop, b"%d" % (number % 7)) for number in range(7)] * 200
    with BlobReader(Git(shop.path / ".git")) as reader:
        assert [content for _, content in reader.read_many(ids)] == [b"%d" % n for n in range(7)] * 200


def test_threads_may_share_a_reader(shop: SampleRepository) -> None:
    ids = {stored(shop, b"%d" % number * 5000): b"%d" % number * 5000 for number in range(8)}
    wrong: list[str] = []

    def ask(reader: BlobReader, object_id: str) -> None:
        wrong.extend(object_id for _ in range(20) if reader.read(object_id) != ids[object_id])

    with BlobReader(Git(shop.path / ".git")) as reader:
        threads = [threading.Thread(target=ask, args=(reader, object_id)) for object_id in ids]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


def test_a_repository_that_is_gone_is_an_error(shop: SampleRepository) -> None:
    object_id = stored(shop, b"x")
    (shop.path / ".git" / "HEAD").unlink()
    with BlobReader(Git(shop.path / ".git")) as reader, pytest.raises(GitError, match="git cat-file"):
        reader.read(object_id)
