"""Files made to hurt: huge, binary, deep, unfolding without end. Each is refused at once."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.base.errors import LinkworkError, ModelFileError
from linkwork.formats.model_file import load, loads

BOMB = "linkwork: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 40)
)
CHAIN = "linkwork: 1\na0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 400))

HOSTILE = {
    "alias bomb": (BOMB, "too much content"),
    "alias chain": (CHAIN, "nested too deep"),
    "deep lists": ("linkwork: 1\nname: " + "[" * 200_000, "nested too deep"),
    "deep mappings": ("linkwork: 1\nname: " + "{a: " * 50_000, "nested too deep"),
    "deep blocks": ("linkwork: 1\n" + "".join(" " * n + "a:\n" for n in range(500)), "nested too deep|not valid YAML"),
    "deep dashes": ("- " * 50_000, "nested too deep"),
    "deep questions": ("? " * 50_000, "nested too deep"),
    "many values": ("linkwork: 1\nname: [" + "1, " * 300_000 + "]", "too much content"),
    "long expression": ("linkwork: 1\nparameters: {r: " + "1+" * 50_000 + "1}", "characters are too long"),
}


@pytest.mark.parametrize(("text", "words"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_refused_soon(text: str, words: str) -> None:
    start = time.process_time()
    with pytest.raises(ModelFileError, match=rf"^model.yaml:\d+:\d+: .*({words})"):
        loads(text, "model.yaml")
    assert time.process_time() - start < 20.0


def refused(path: Path, words: str) -> None:
    with pytest.raises(ModelFileError, match=words) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_a_file_of_100_mb_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with open(path, "wb") as file:
        file.truncate(100_000_000)
    tracemalloc.start()
    try:
        refused(path, r":1:1: the file is too large, 95 MiB; a model file has at most 16 MiB")
        assert tracemalloc.get_traced_memory()[1] < 1e6
    finally:
        tracemalloc.stop()


BYTES = {
    "binary": (bytes(range(256)), "binary|not UTF-8"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00", ":1:1: this is not UTF-8"),
    "NUL": (b"linkwork: 1\nname: a\x00b\n", ":2:8: this is a binary file"),
    "latin-1": (b"linkwork: 1\nname: K\xf6ln\n", ":2:8: this is not UTF-8"),
    "UTF-16": ("linkwork: 1\n".encode("utf-16"), "not UTF-8"),
    "cut in a letter": ("name: \u00fc".encode()[:-1], ":1:7: this is not UTF-8"),
}


@pytest.mark.parametrize(("content", "words"), BYTES.values(), ids=BYTES)
def test_files_that_are_no_text(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "model.yaml"
    path.write_bytes(content)
    refused(path, words)


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    refused(tmp_path / "nothing.yaml", "there is no such file")
    refused(tmp_path, "this is a folder")
    with pytest.raises(LinkworkError, match="expected the name of a file"):
        load("a\0b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    refused(tmp_path / "pipe.yaml", "this is not a file")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="this user may read everything")
def test_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("linkwork: 1\n")
    path.chmod(0)
    refused(path, "cannot be read: Permission denied")


def test_a_byte_order_mark_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "model.yaml"
    text = "linkwork: 1\nbodies: {a: {}}\njoints: {O: {type: revolute, between: [ground, a]}}\n"
    path.write_bytes(text.encode("utf-8-sig"))
    assert load(path).name == "mechanism"


ALPHABET = st.sampled_from([*"abr0.5:-,[]{}#&*!|>'\"%@` \n\t?<~", "linkwork: 1\n", "bodies:", "type: gear", "\u2028"])


@settings(max_examples=300, deadline=None)
@given(st.lists(ALPHABET, max_size=60).map("".join))
def test_any_text_is_either_read_or_refused_with_its_place(text: str) -> None:
    with pytest.raises(ModelFileError, match=r"^t.yaml:\d+:\d+: "):
        loads("linkwork: 1\n" + text, "t.yaml")
