"""Damaged files: saved runs, meshes, robots, models and files of the thesis, with bytes and arrays changed."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from fuzz.face import driven, pendulum, spatial
from fuzz.watch import Finding, tried

_DATA = Path(__file__).resolve().parents[1] / "data"
_EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
_ROBOT = """<robot name="arm"><link name="base"/><link name="tip"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" iyz="0" ixz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="tip"/><origin xyz="0 0 1" rpy="0 0.1 0"/>
<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
"""
_OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


@cache
def originals() -> dict[str, bytes]:
    """Whole files, by their names."""
    found = {"robot.urdf": _ROBOT.encode(), "body.obj": _OBJ.encode(), "body.stl": _stl()}
    found["cam.dyn"] = (_DATA / "simple_cam.dyn").read_bytes()
    found["four-bar.yaml"] = (_EXAMPLES / "four-bar.yaml").read_bytes()
    for name, run in {
        "free.run": pendulum().simulate(until=0.1, points=5, progress=False),
        "driven.run": driven().kinematics(until=0.1, points=5, progress=False),
        "space.run": spatial().simulate(until=0.1, points=5, progress=False),
    }.items():
        run.save(name)
        found[name] = Path(name).read_bytes()
    return found


def _stl() -> bytes:
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)
    parts = [bytes(80), np.uint32(4).tobytes()]
    for triangle in ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)):
        parts += [bytes(12), corners[list(triangle)].tobytes(), bytes(2)]
    return b"".join(parts)


def _damaged(content: bytes, draw: random.Random) -> bytes:
    way, size = draw.random(), len(content)
    at = draw.randrange(size)
    if way < 0.2:
        return content[:at]
    if way < 0.4:
        return content[:at] + bytes(draw.randrange(256) for _ in range(draw.choice((1, 4, 40)))) + content[at:]
    if way < 0.5:
        return content[:at] + content[min(size, at + draw.choice((1, 8, 200))) :]
    found = bytearray(content)
    for _ in range(draw.choice((1, 3, 30))):
        found[draw.randrange(size)] = draw.choice((0, 255, 0x2D, 0x39, draw.randrange(256)))
    return bytes(found)


def _other_arrays(content: bytes, draw: random.Random) -> bytes:
    """A saved run with one of its arrays or words changed, in an archive that is whole."""
    with np.load(io.BytesIO(content)) as file:
        arrays = {name: file[name] for name in file.files}
    name = draw.choice(sorted(arrays))
    if name == "words":
        words = json.loads(arrays["words"].tobytes().decode())
        words[draw.choice(sorted(words))] = draw.choice((None, 1, "x", [], {}, [[1, 2]], {"a": 1}, -1.5, True))
        arrays["words"] = np.frombuffer(json.dumps(words).encode(), np.uint8)
    else:
        changes: tuple[Callable[[Any], Any], ...] = (
            lambda a: np.concatenate([a.ravel()] * 2),
            lambda a: a[None, None],
            lambda a: a[:0],
            lambda a: a.astype(str),
            lambda a: np.full(a.shape, np.nan),
            lambda a: a.T,
            lambda a: np.zeros(a.shape, complex) + 1j,
            lambda a: np.zeros(()),
        )
        arrays[name] = draw.choice(changes)(arrays[name])
        if draw.random() < 0.1:
            del arrays[name]
    written = io.BytesIO()
    np.savez(written, **arrays)
    return written.getvalue()


def findings(seed: int, count: int) -> Iterator[Finding]:
    """What is wrong with so many files; they are written into the present folder."""
    draw = random.Random(seed)
    for number in range(count):
        name = draw.choice(sorted(originals()))
        content = originals()[name]
        arrays = name.endswith(".run") and draw.random() < 0.7
        content = _other_arrays(content, draw) if arrays else _damaged(content, draw)
        path = Path(f"damaged{Path(name).suffix}")
        path.write_bytes(content)
        found = tried(f"file {number} of seed {seed}, from {name}", partial(_read, path))
        if found is not None:
            yield found


def _read(path: Path) -> None:
    if path.suffix == ".run":
        run = lw.load_run(path)
        for channel in run.channels():
            run.with_unit(channel)
        run.go_on(until=0.2, points=3, progress=False)
    elif path.suffix in (".obj", ".stl"):
        m = lw.Spatial("mesh")
        m.body("b", mass=lw.SpatialMass(mesh={"file": str(path.resolve()), "density": 1000}))
        m.mass_properties("b")
    elif path.suffix == ".urdf":
        lw.load_urdf(path).check()
    elif path.suffix == ".dyn":
        lw.load_dyn(path)[0].check()
    else:
        lw.load(path).check()
