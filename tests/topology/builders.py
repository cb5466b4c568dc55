"""Mechanisms whose topology is tested."""

from __future__ import annotations

from pathlib import Path

import linkwork as lw

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILES = sorted(path.stem for path in EXAMPLES.glob("*.yaml"))


def example(name: str) -> lw.Planar:
    """A mechanism that ships as an example."""
    return lw.load(EXAMPLES / f"{name}.yaml")


def windows(count: int) -> lw.Planar:
    """Pillars on the ground, a beam between every two of them."""
    m = lw.Planar("windows")
    mass = lw.Mass(mass=1, inertia=0.1)
    pillars = [m.body(f"pillar{i}", estimate=(i, 0, "pi/2"), mass=mass) for i in range(count + 1)]
    for i, pillar in enumerate(pillars):
        m.revolute(f"foot{i}", m.ground.at(i, 0), pillar)
    for i in range(count):
        beam = m.body(f"beam{i}", estimate=(i, 1, 0), mass=mass)
        m.revolute(f"left{i}", pillars[i].at(1, 0), beam)
        m.revolute(f"right{i}", beam.at(1, 0), pillars[i + 1].at(1, 0))
    return m
