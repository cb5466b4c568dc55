"""A tree of 42 bodies with 41 joints, in the shape of a human being: what each formulation costs.

Garcia de Jalon and others (2005, section 2.1) time such a tree and print no data; this one is of our own making. The
pelvis floats. Spine, neck, shoulders, hips and ankles are balls, wrists and the roots of thumbs universal joints, all
others hinges. The figure is thrown, turning, and every joint has a spring and a damper of its own. `joint` and
`projection` give the same motion; `share` is the time of a run beside that of the fastest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from bench.dynamics import timed_loop

Row = dict[str, Any]
Part = tuple[str, str, str, tuple[float, float, float], tuple[float, float, float], float]
DURATION, POINTS, REPEATS = 0.5, 26, 5
FORMULATIONS = ("joint", "projection", "augmented", "joint-augmented")
SPEEDS = {"pelvis.vx": 2.0, "pelvis.vz": 3.0, "pelvis.omega.x": 1.5, "pelvis.omega.y": -1.0, "pelvis.omega.z": 0.7}


def _parts() -> Iterator[Part]:
    """Name, carrier, joint, place of the joint, vector from there to the far end, mass."""
    yield "lumbar", "pelvis", "ball", (0, 0, 1.05), (0, 0, 0.2), 8
    yield "thorax", "lumbar", "ball", (0, 0, 1.25), (0, 0, 0.3), 16
    yield "neck", "thorax", "ball", (0, 0, 1.55), (0, 0, 0.1), 1.2
    yield "head", "neck", "hinge", (0, 0, 1.65), (0, 0, 0.2), 4.5
    yield "jaw", "head", "hinge", (0.02, 0, 1.7), (0.08, 0, -0.03), 0.3
    for side, y in (("l", 1.0), ("r", -1.0)):
        yield f"clavicle_{side}", "thorax", "hinge", (0, 0.03 * y, 1.5), (0, 0.15 * y, 0), 0.5
        yield f"upper_{side}", f"clavicle_{side}", "ball", (0, 0.18 * y, 1.5), (0.02, 0.05 * y, -0.29), 2.1
        yield f"fore_{side}", f"upper_{side}", "hinge", (0.02, 0.23 * y, 1.21), (0.08, 0, -0.24), 1.2
        yield f"hand_{side}", f"fore_{side}", "cross", (0.1, 0.23 * y, 0.97), (0.03, 0, -0.08), 0.4
        for finger in range(4):
            root = (0.13, (0.2 + 0.02 * finger) * y, 0.89)
            yield f"finger_{side}{finger}", f"hand_{side}", "hinge", root, (0.01, 0, -0.05), 0.03
            end = (root[0] + 0.01, root[1], root[2] - 0.05)
            yield f"tip_{side}{finger}", f"finger_{side}{finger}", "hinge", end, (0, 0, -0.04), 0.02
        yield f"thumb_{side}", f"hand_{side}", "cross", (0.12, 0.19 * y, 0.95), (0.03, -0.02 * y, -0.03), 0.04
        yield f"nail_{side}", f"thumb_{side}", "hinge", (0.15, 0.17 * y, 0.92), (0.02, 0, -0.02), 0.02
        yield f"thigh_{side}", "pelvis", "ball", (0, 0.1 * y, 0.95), (0.02, 0, -0.42), 8.5
        yield f"shank_{side}", f"thigh_{side}", "hinge", (0.02, 0.1 * y, 0.53), (-0.02, 0, -0.42), 3.5
        yield f"foot_{side}", f"shank_{side}", "ball", (0, 0.1 * y, 0.11), (0.16, 0, -0.06), 1.0
        yield f"toes_{side}", f"foot_{side}", "hinge", (0.16, 0.1 * y, 0.05), (0.07, 0, -0.01), 0.2


def figure() -> lw.Spatial:
    """The figure, standing."""
    m = lw.Spatial("figure of 42 bodies")
    m.set_gravity(0, 0, -9.81)
    m.body("pelvis", (0, 0, 1), mass={"mass": 11, "inertia": (0.1, 0.09, 0.08)})
    for name, carrier, joint, at, along, mass in _parts():
        square = float(np.dot(along, along))
        inertia = [mass * (0.02 * square + (square - each * each) / 12 + 1e-5) for each in along]
        m.body(name, at, mass={"mass": mass, "center": tuple(each / 2 for each in along), "inertia": inertia})
        if joint == "ball":
            m.spherical(f"j_{name}", carrier, name, at=at)
        elif joint == "cross":
            m.universal(f"j_{name}", carrier, name, at=at, axis=(1, 0, 0), x=(0, 1, 0))
        else:
            m.revolute(f"j_{name}", carrier, name, at=at, axis=(0, 1, 0))
            m.joint_spring(f"s_{name}", f"j_{name}", stiffness=2 * mass * square + 1e-3, damping=0.1 * mass * square)
    return m


def rows() -> Iterator[Row]:
    """One row a formulation: steps, processor time of the loop, beside the fastest, and how far off the first."""
    m = figure()
    found: list[Row] = []
    reference: Any = None
    for formulation in FORMULATIONS:
        best, run = np.inf, None
        for _ in range(REPEATS):
            options = {"formulation": formulation, "speeds": SPEEDS, "rtol": 1e-6, "atol": 1e-8, "progress": False}
            with timed_loop() as spent:
                run = m.simulate(DURATION, POINTS, **options)
            best = min(best, sum(spent))
        assert run is not None
        reference = run if reference is None else reference
        off = float(np.max(np.abs(run["head.z"] - reference["head.z"])))
        found.append(
            {"problem": m.name, "formulation": formulation, "steps": run.statistics["steps"], "s": best, "off": off}
        )
    fastest = min(row["s"] for row in found)
    for row in found:
        yield {**row, "share": row["s"] / fastest}
