"""Hostile model files: each gives one fault, and the session goes on with the last good mechanism."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from linkwork.serve.answer import Model
from linkwork.serve.session import Session
from serve.test_session import fault, opened, shown
from serve.view_models import example

BOMB = "linkwork: 1\na: &a [x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefghi", "bcdefghij", strict=True)
)
HOSTILE = {
    "bomb": BOMB.encode(),
    "binary": bytes(range(256)) * 40,
    "zeros": b"\0" * 1000,
    "nothing": b"",
    "deep": b"linkwork: " + b"[" * 10_000,
    "not a number": b"linkwork: 1\nparameters: {a: .nan}\nbodies: {b: }\njoints: {}\n",
    "endless": b"linkwork: 1\nparameters: {a: 1e999}\n",
    "tag": b"linkwork: !!python/object/apply:os.system ['true']\n",
    "latin": "linkwork: 1 # \xe9".encode("latin-1"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_gives_one_fault_and_the_mechanism_stays(kind: str, tmp_path: Path) -> None:
    path = example(tmp_path)
    session = opened(path)
    good = session.model
    path.write_bytes(HOSTILE[kind])
    told = fault(session.reload())
    assert told["stage"] == "file" and told["text"] and len(told["text"]) < 500 and "\n" not in told["text"]
    assert session.model is good
    example(tmp_path)
    assert shown(session.reload())["reason"] == "file"


def test_a_file_of_a_hundred_megabytes_is_not_even_read(tmp_path: Path) -> None:
    path = example(tmp_path)
    session = opened(path)
    with path.open("r+b") as file:
        file.truncate(100_000_000)
    told = fault(session.reload())
    assert "too large, 95 MiB" in told["text"] and told["place"]["line"] == 1


def test_a_folder_or_a_pipe_in_the_place_of_the_file_is_no_model(tmp_path: Path) -> None:
    path = example(tmp_path)
    session = opened(path)
    path.unlink()
    path.mkdir()
    assert "this is a folder" in fault(session.reload())["text"]
    path.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
        assert "this is not a file" in fault(session.reload())["text"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    secret = example(outside)
    path = example(inside)
    session = opened(path)
    path.unlink()
    path.symlink_to(secret)
    assert "outside the folder of the model" in fault(session.reload())["text"]
    named = Session(str(path))
    assert isinstance(named.open().everyone[0], Model)  # a link that the user names is the user's choice


ROBOT = """\
linkwork: 1
world: space
name: box
bodies:
  box: {estimate: {position: [0, 0, 0]}, geometry: [{type: mesh, file: MESH}]}
joints:
  O: {type: revolute, between: [ground, box]}
"""
STL = """\
solid one
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
endsolid one
"""


@pytest.mark.parametrize("way", ["up", "absolute", "link"])
def test_meshes_are_read_from_the_folder_of_the_model_only(way: str, tmp_path: Path) -> None:
    pytest.importorskip("trimesh")
    folder = tmp_path / "model"
    folder.mkdir()
    (tmp_path / "outside.stl").write_text(STL, encoding="utf-8")
    (folder / "inside.stl").write_text(STL, encoding="utf-8")
    (folder / "link.stl").symlink_to(tmp_path / "outside.stl")
    name = {"up": "../outside.stl", "absolute": str(tmp_path / "outside.stl"), "link": "link.stl"}[way]
    path = folder / "box.yaml"
    path.write_text(ROBOT.replace("MESH", "inside.stl"), encoding="utf-8")
    session = opened(path)
    assert not session.faults and [os.path.basename(file) for file in session.document.others] == ["inside.stl"]
    path.write_text(ROBOT.replace("MESH", name), encoding="utf-8")
    assert "outside the folder of the model" in fault(session.reload())["text"]


@pytest.mark.parametrize("include", ["{model: ../other.yaml}", "{urdf: ../arm.urdf}", "{planar: /etc/passwd}"])
def test_no_file_outside_can_be_included(include: str, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    for name in ("other.yaml", "arm.urdf"):
        (tmp_path / name).write_text("secret", encoding="utf-8")
    path = folder / "box.yaml"
    path.write_text(f"linkwork: 1\nworld: space\ninclude: {include}\n", encoding="utf-8")
    told = fault(Session(str(path)).open())
    assert "outside the folder of the model" in told["text"] and "secret" not in told["text"]
