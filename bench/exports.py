"""Exports of chains of 30 and 100 bodies to C, and what the compiler needs for them: time and memory."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import linkwork as lw

Row = dict[str, Any]


def chain(bodies: int, loop: bool) -> lw.Planar:
    """Links on pins; as a loop the last one is pinned to the ground, too."""
    m = lw.Planar(f"chain of {bodies}")
    m.set_gravity(0, -9.81)
    before: Any = m.ground.at(0, 0)
    for number in range(bodies):
        body = m.body(f"b{number}", estimate=(number, 0, 0.1 * (-1) ** number))
        m.revolute(f"J{number}", before, body.at(0, 0))
        m.mass(body, mass=1, center=(0.5, 0), inertia=0.1)
        before = body.at(1, 0)
    if loop:
        m.revolute("end", before, m.ground.at(0.8 * bodies, 0))
    return m


def arm(bodies: int) -> lw.Spatial:
    """Links on pins in space about axes that change."""
    m = lw.Spatial(f"arm of {bodies}")
    m.set_gravity(0, 0, -9.81)
    before: Any = m.ground
    for number in range(bodies):
        place, axis = (0.2 * number, 0.0, 0.1 * number), ((0, 0, 1), (0, 1, 0), (1, 0, 0))[number % 3]
        link = m.body(f"link{number}", place)
        m.mass(link, mass=1.0, center=(0.1, 0.02, 0.01), inertia=(0.02, 0.03, 0.025))
        m.revolute(f"J{number}", before, link, at=place, axis=axis)
        before = link
    return m


def rows() -> Iterator[Row]:
    """One row a mechanism: seconds of processor time, lines of C, megabytes of the compiler."""
    problems = [(f"chain of {n}", chain(n, False), "joints") for n in (30, 100)]
    problems += [(f"loop of {n}", chain(n, True), "bodies") for n in (30, 100)]
    problems += [(f"arm of {n} in space", arm(n), "joints") for n in (30, 100)]
    for name, mechanism, coordinates in problems:
        begin = time.process_time()
        program = mechanism.program(coordinates=coordinates)
        text = program.source("c", "model")
        spent, count = time.process_time() - begin, program.count("rates", "accelerations")
        row = {"problem": name, "operations": sum(count.values()), "export, s": spent, "lines": text.count("\n")}
        row |= {"lines a body": text.count("\n") / len(mechanism.bodies_by_name)}
        yield row | compiled(text)


def compiled(text: str) -> Row:
    """What the compiler needs, in a process of its own so that its memory is told."""
    compiler = shutil.which("cc")
    if compiler is None:
        return {"note": "no C compiler"}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "model.c").write_text(text, encoding="utf-8")
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            subprocess.run([compiler, "-std=c99", "-O2", "-c", "model.c"], cwd=folder, check=True)
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            os.write(writer, f"{used.ru_utime + used.ru_stime} {used.ru_maxrss / 1024}".encode())
            os._exit(0)
        os.waitpid(child, 0)
        seconds, megabytes = map(float, os.read(reader, 100).split())
        os.close(reader)
        os.close(writer)
    return {"compiler, s": seconds, "compiler, MB": megabytes}
