"""Random sweeps of the end of a muscle past surfaces of a mechanism: does its length go on, and is its rate right.

A hand flies past one surface or two with any velocity and spin; forces are too small to matter.
`python -m bench.muscle_sweeps 1000` makes as many; pairs with ellipsoids settle slowly in places.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwork as lw

SHAPES = ("cylinder", "sphere", "ellipsoid", "torus", "pair", "pair with ellipsoid")
POINTS, UNTIL = 241, 0.24
FINER, RIGHT = (1, 10, 100), 1e-7  # frames so many times as near where the rate is not right to so much
AWAY = 5e-3  # s from an event: frames that do not count


@dataclass(frozen=True)
class Sweep:
    """What one sweep has seen."""

    shape: str
    completed: bool
    on_surface: bool
    flips: int
    jump: float
    """The largest change of length between two frames beside what the rate tells, m."""
    rate: float
    """The largest difference of the rate from that of the length, m/s at 1 m/s."""
    text: str = ""


def surface(kind: str, at: Any, random: Any) -> dict[str, Any]:
    """A surface of any size and axis on the block."""
    axis = [float(one) for one in random.normal(size=3)]
    x = [float(one) for one in np.cross(axis, random.normal(size=3))]
    place = {"block": {"at": [float(one) for one in at], "axis": axis, "x": x}}
    if kind == "cylinder":
        return {"round": place, "radius": random.uniform(0.02, 0.05), "side": str(random.choice(["left", "right"]))}
    if kind == "sphere":
        return {"round": place, "shape": "sphere", "radius": random.uniform(0.02, 0.05)}
    if kind == "ellipsoid":
        return {"round": place, "shape": "ellipsoid", "radii": [random.uniform(0.02, 0.05) for _ in range(3)]}
    along = {"at": place["block"]["at"], "axis": [1.0, *(random.uniform(-0.3, 0.3) for _ in range(2))]}
    return {"round": {"block": along}, "shape": "torus", "radius": random.uniform(0.05, 0.08), "tube": 0.02}


def sweep(shape: str, random: Any) -> Sweep:
    """One flight of the hand past a surface."""
    m = lw.Spatial("sweep")
    mass = {"mass": 1, "inertia": (0.01, 0.01, 0.01)}
    hand, velocity = np.array((0.3, 0, 0)) + random.uniform(-0.1, 0.1, 3), random.normal(size=3)
    m.body("block", (0, 0, 0), mass=mass)
    held = m.body("hand", tuple(hand), mass=mass)
    kinds = {"pair": ("sphere", "cylinder"), "pair with ellipsoid": ("ellipsoid", "cylinder")}.get(shape, (shape,))
    stations = [
        surface(kind, (0.14 * number, *random.uniform(-0.03, 0.03, 2)), random) for number, kind in enumerate(kinds)
    ]
    path = [m.ground.at(-0.15, *random.uniform(-0.05, 0.05, 2)), *stations, held.at(0, 0, 0)]
    m.muscle("band", path, strength=1e-9, optimal_length=1, tendon="stiff")
    names = [f"hand.{one}" for one in ("vx", "vy", "vz")]
    rates = dict(zip(names, (velocity / np.linalg.norm(velocity)).tolist(), strict=True))
    rates |= {f"block.{one}": float(2 * random.normal()) for one in ("wx", "wy", "wz")}
    for finer in FINER:
        run = m.simulate(until=UNTIL, points=finer * (POINTS - 1) + 1, speeds=rates, progress=False)
        if len(run.t) < 8:  # an end of it lies inside, or soon will
            return sweep(shape, random)
        told = seen(shape, run)
        if told.rate < RIGHT:
            break
    return told


def seen(shape: str, run: Any) -> Sweep:
    """What the length does between frames that lie away from events: Simpson's rule of its rate."""
    t, length, rate = run.t, run["band.length"], run["band.speed"]
    h = t[1] - t[0]
    quiet = np.ones(len(t), bool)
    for event in run.events:
        quiet &= np.abs(t - event.t) > AWAY
    flips = sum("another side" in event.text for event in run.events)
    touches = sum("touches" in event.text for event in run.events)
    inner = quiet[2:] & quiet[1:-1] & quiet[:-2]
    gap = np.abs(length[2:] - length[:-2] - h / 3 * (rate[2:] + 4 * rate[1:-1] + rate[:-2]))[inner]
    straight = bool(touches == 0)
    worst = float(gap.max(initial=0.0))
    why = "" if run.completed else run.events[-1].text
    return Sweep(shape, run.completed, not straight, flips, worst, worst / (2 * h), why)


def sweeps(count: int, seed: int = 1) -> list[Sweep]:
    """As many sweeps, shape after shape."""
    random = np.random.default_rng(seed)
    return [sweep(SHAPES[number % len(SHAPES)], random) for number in range(count)]


if __name__ == "__main__":
    made = sweeps(int(sys.argv[1]))
    for shape in SHAPES:
        own = [one for one in made if one.shape == shape]
        print(
            f"{shape}: {len(own)} sweeps, {sum(one.on_surface for one in own)} come to a surface or leave it, "
            f"{sum(one.flips for one in own)} flips, {sum(not one.completed for one in own)} stopped, "
            f"length to {max(one.jump for one in own):.1e} m, rate to {max(one.rate for one in own):.1e} m/s"
        )
